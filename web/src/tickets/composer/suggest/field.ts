/** What the lists behind signs need of the field that they stand above: a text box, or the editor of formatted text. */
export interface WritingField {
  /** The text in which the caret counts: all of a text box, the caret's paragraph in the editor. */
  readonly value: string;
  readonly selectionEnd: number | null;
  focus: () => void;
  blur: () => void;
  setSelectionRange?: (start: number, end: number) => void;
  /** Puts words in place of a part of `value`, with the caret behind them; of a text box the screen holds the text. */
  replace?: (from: number, to: number, words: string) => void;
}
