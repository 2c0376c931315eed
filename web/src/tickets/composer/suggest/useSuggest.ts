import { useRef, useState, type KeyboardEvent as DrawnKeyboardEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { WritingField } from './field';

/** A key as React or as the browser itself hands it over. */
export type Pressed = KeyboardEvent | DrawnKeyboardEvent;

/** The list that is open below the field's caret, and what in it is pointed at; both by their ids. */
export interface OpenList {
  list: string | null;
  option: string | null;
}

/** What takes the keys of an open list; gives whether it did. */
export interface SuggestionsHandle {
  takesKey: (event: Pressed) => boolean;
}

export interface Suggest {
  part: RefObject<SuggestionsHandle | null>;
  field: RefObject<WritingField | null>;
  /** The text in which the caret counts. */
  text: string;
  /** Where the caret stands; null while the field has not the focus. */
  caret: number | null;
  /** `within` is the part of the text in which it counts, where that is not all of it. */
  moved: (caret: number | null, within?: string) => void;
  /** Puts words in place of a part of the text, with the caret behind them. */
  put: (from: number, to: number, words: string) => void;
  /** Writes the sign that opens a list. */
  begin: (sign: string) => void;
  takesKey: (event: Pressed) => boolean;
  open: (list: OpenList) => void;
  /** What tells screen readers of the list. */
  aria: { 'aria-autocomplete': 'list'; 'aria-haspopup': 'listbox'; 'aria-controls'?: string; 'aria-activedescendant'?: string };
}

const NONE: OpenList = { list: null, option: null };

/** A field in which signs such as `/`, `@` and `:` open lists; the lists' own code comes with the focus. */
export function useSuggest(field: RefObject<WritingField | null>, text: string, setText: (text: string) => void): Suggest {
  const part = useRef<SuggestionsHandle>(null);
  const [{ caret, within }, setAt] = useState<{ caret: number | null; within: string | null }>({ caret: null, within: null });
  const [{ list, option }, open] = useState(NONE);

  function moved(next: number | null, part: string | null = null) {
    setAt((now) => (now.caret === next && now.within === part ? now : { caret: next, within: part }));
  }

  function put(from: number, to: number, words: string) {
    if (field.current?.replace !== undefined) {
      field.current.replace(from, to, words);
      return;
    }
    const now = field.current?.value ?? text;
    const end = from + words.length;
    // The caret is set before the next key: set in the next frame, it went before what was typed until then.
    flushSync(() => {
      setText(now.slice(0, from) + words + now.slice(to));
      moved(end);
    });
    field.current?.focus();
    field.current?.setSelectionRange?.(end, end);
    // The focus told where the caret had been.
    moved(end);
  }

  function begin(sign: string) {
    const now = field.current?.value ?? text;
    const at = field.current?.selectionEnd ?? now.length;
    put(at, at, /\S$/.test(now.slice(0, at)) ? ` ${sign}` : sign);
  }

  return {
    part,
    field,
    text: within ?? text,
    caret,
    moved,
    put,
    begin,
    takesKey: (event) => part.current?.takesKey(event) ?? false,
    open,
    aria: {
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      ...(list === null ? {} : { 'aria-controls': list }),
      ...(option === null ? {} : { 'aria-activedescendant': option }),
    },
  };
}
