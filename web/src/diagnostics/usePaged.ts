import { useCallback, useEffect, useRef, useState } from 'react';
import { asProblem, type Problem } from '../api/problem';

export interface Paged<Row> {
  data: Row[];
  more?: boolean;
}

interface PagedState<Row> {
  rows: readonly Row[];
  phase: 'loading' | 'ready' | 'failed';
  problem: Problem | null;
  more: boolean;
  loadingMore: boolean;
}

export interface PagedList<Row> extends PagedState<Row> {
  reload: () => void;
  loadMore: () => void;
  drop: (id: number) => void;
}

/** Rows newest first, older ones asked for by the last id. */
export function usePaged<Row extends { id: number }>(
  load: (before: number | null) => Promise<Paged<Row>>,
): PagedList<Row> {
  const [state, setState] = useState<PagedState<Row>>({
    rows: [],
    phase: 'loading',
    problem: null,
    more: false,
    loadingMore: false,
  });
  const round = useRef(0);

  const fetchPage = useCallback(
    (before: number | null) => {
      const mine = ++round.current;
      load(before).then(
        (page) => {
          if (mine !== round.current) return;
          setState((old) => ({
            rows: before === null ? page.data : [...old.rows, ...page.data],
            phase: 'ready',
            problem: null,
            more: page.more ?? false,
            loadingMore: false,
          }));
        },
        (thrown: unknown) => {
          if (mine !== round.current) return;
          setState((old) => ({ ...old, phase: 'failed', problem: asProblem(thrown), loadingMore: false }));
        },
      );
    },
    [load],
  );

  useEffect(() => {
    fetchPage(null);
    return () => {
      round.current += 1;
    };
  }, [fetchPage]);

  return {
    ...state,
    reload: () => {
      setState((old) => ({ ...old, phase: old.rows.length === 0 ? 'loading' : 'ready', problem: null }));
      fetchPage(null);
    },
    loadMore: () => {
      const last = state.rows.at(-1);
      if (!last) return;
      setState((old) => ({ ...old, loadingMore: true }));
      fetchPage(last.id);
    },
    drop: (id) => setState((old) => ({ ...old, rows: old.rows.filter((row) => row.id !== id) })),
  };
}
