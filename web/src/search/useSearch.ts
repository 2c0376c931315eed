import { useEffect, useRef, useState } from 'react';
import { asProblem, type Problem } from '../api/problem';
import { search } from './calls';
import { activeChip, asksNothing, parse, type Asked, type Found } from './model';

export type State =
  | { phase: 'idle' | 'loading' }
  | { phase: 'ready'; asked: Asked; page: number; found: Found }
  | { phase: 'failed'; problem: Problem; page: number };

/** What is typed, and what came of it. It is gone when the window closes. */
export function useSearch() {
  const [text, setText] = useState('');
  const [state, setState] = useState<State>({ phase: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const loading = state.phase === 'loading';

  async function ask(wanted: string, page: number) {
    const asked = parse(wanted);
    if (loading || asksNothing(asked)) return;
    const control = new AbortController();
    running.current = control;
    setState({ phase: 'loading' });
    try {
      const found = await search(asked, activeChip(wanted)?.entity ?? '', page, control.signal);
      if (!control.signal.aborted) setState({ phase: 'ready', asked, page, found });
    } catch (thrown) {
      if (!control.signal.aborted) setState({ phase: 'failed', problem: asProblem(thrown), page });
    }
  }

  return {
    text,
    state,
    /** Typing clears the results; while a search runs it does nothing. */
    type: (next: string) => {
      if (loading) return;
      setText(next);
      setState({ phase: 'idle' });
    },
    run: (page = 0) => void ask(text, page),
    /** Searches for something else than what was typed, and shows it in the input. */
    follow: (next: string) => {
      if (loading) return;
      setText(next);
      void ask(next, 0);
    },
    clear: () => {
      running.current?.abort();
      setText('');
      setState({ phase: 'idle' });
    },
  };
}
