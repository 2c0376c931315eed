import { EditorState, TextSelection } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { docOf, sliceOfLines } from './parse';
import type { RichText } from './serialize';

/** Signs such as `/` open lists for what stands before the caret in its paragraph. */
export interface CaretContext {
  /** The paragraph; a line break in it is one character. */
  text: string;
  caret: number;
}

export function aroundCaret({ state }: Editor): CaretContext {
  const { $head } = state.selection;
  return { text: $head.parent.textBetween(0, $head.parent.content.size, '\n', '\n'), caret: $head.parentOffset };
}

/** Puts words in place of a part of the caret's paragraph, with the caret behind them. */
export function replaceAround(editor: Editor, from: number, to: number, words: string): void {
  const { state } = editor;
  const start = state.selection.$head.start();
  const end = start + to;
  const change = state.tr;
  if (!words.includes('\n') || state.selection.$head.parent.type.spec.code === true) change.insertText(words, start + from, end);
  else change.replaceRange(start + from, end, sliceOfLines(words, state.schema));
  change.setSelection(TextSelection.near(change.doc.resolve(change.mapping.map(end)), -1));
  editor.view.dispatch(change.scrollIntoView());
}

/** Shows what was written elsewhere. What was undone before cannot come back into it. */
export function replaceDocument(editor: Editor, value: RichText): void {
  const doc = docOf(value, editor.schema);
  const { plugins } = editor.state;
  editor.view.updateState(EditorState.create({ doc, plugins, selection: TextSelection.atEnd(doc) }));
  // The toolbar hears of transactions only.
  editor.view.dispatch(editor.state.tr.setMeta('addToHistory', false));
}

/** Where in a document of plain lines the character stands that has this place in their text. */
export function positionInLines(text: string, caret: number): number {
  return 1 + caret + (text.slice(0, caret).split('\n').length - 1);
}
