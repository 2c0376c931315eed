import { useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** The list that is open below the field's caret, and what in it is pointed at; both by their ids. */
export interface OpenList {
  list: string | null;
  option: string | null;
}

/** What takes the keys of an open list; gives whether it did. */
export interface SuggestionsHandle {
  takesKey: (event: KeyboardEvent) => boolean;
}

export interface Suggest {
  part: RefObject<SuggestionsHandle | null>;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Where the caret stands; null while the field has not the focus. */
  caret: number | null;
  moved: (caret: number | null) => void;
  /** Puts words in place of a part of the text, with the caret behind them. */
  put: (from: number, to: number, words: string) => void;
  /** Writes the sign that opens a list. */
  begin: (sign: string) => void;
  takesKey: (event: KeyboardEvent) => boolean;
  open: (list: OpenList) => void;
  /** What tells screen readers of the list. */
  aria: { 'aria-autocomplete': 'list'; 'aria-haspopup': 'listbox'; 'aria-controls'?: string; 'aria-activedescendant'?: string };
}

const NONE: OpenList = { list: null, option: null };

/** A field in which signs such as `/`, `@` and `:` open lists; the lists' own code comes with the focus. */
export function useSuggest(field: RefObject<HTMLTextAreaElement | null>, text: string, setText: (text: string) => void): Suggest {
  const part = useRef<SuggestionsHandle>(null);
  const [caret, moved] = useState<number | null>(null);
  const [{ list, option }, open] = useState(NONE);

  function put(from: number, to: number, words: string) {
    const now = field.current?.value ?? text;
    const end = from + words.length;
    // The caret is set before the next key: set in the next frame, it went before what was typed until then.
    flushSync(() => {
      setText(now.slice(0, from) + words + now.slice(to));
      moved(end);
    });
    field.current?.focus();
    field.current?.setSelectionRange(end, end);
    // The focus told where the caret had been.
    moved(end);
  }

  function begin(sign: string) {
    const at = field.current?.selectionEnd ?? text.length;
    put(at, at, /\S$/.test(text.slice(0, at)) ? ` ${sign}` : sign);
  }

  return {
    part,
    field,
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
