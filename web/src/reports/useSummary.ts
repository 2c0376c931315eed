import { useRef, useState } from 'react';
import { asProblem, type Problem } from '../api/problem';
import { generateSummary } from './calls';
import type { ReportRange } from './days';
import { mergeGroups, PAGE_SIZE, type ReportGroup, type ReportStatus, type ReportType } from './model';

interface LoadedRows {
  range: ReportRange;
  groups: readonly ReportGroup[];
  /** Of the last page. */
  offset: number;
  /** Rows of the last page. */
  count: number;
}

interface State {
  /** The address that it is of: what another one shows is not shown here. */
  of: string;
  phase: 'idle' | 'loading' | 'loadingMore' | 'ready' | 'failed';
  loaded: LoadedRows | null;
  problem: Problem | null;
}

const IDLE: State = { of: '', phase: 'idle', loaded: null, problem: null };

export interface Summary extends Omit<State, 'of'> {
  hasMore: boolean;
  search: (range: ReportRange) => void;
  loadMore: () => void;
}

/** The summary of one address, a page at a time. A page that does not come leaves what is there. */
export function useSummary(type: ReportType, status: ReportStatus): Summary {
  const [kept, setState] = useState<State>(IDLE);
  const round = useRef(0);
  const key = `${type}/${status}`;
  const state = kept.of === key ? kept : { ...IDLE, of: key };

  function load(range: ReportRange, offset: number, before: LoadedRows | null): void {
    const mine = ++round.current;
    setState({ ...state, phase: before === null ? 'loading' : 'loadingMore', problem: null });
    generateSummary({ type, status, offset, range }).then(
      ({ data, count }) => {
        if (mine !== round.current) return;
        const groups = mergeGroups(before?.groups ?? [], data);
        setState({ of: key, phase: 'ready', loaded: { range, groups, offset, count }, problem: null });
      },
      (thrown: unknown) => {
        if (mine === round.current) setState({ ...state, phase: 'failed', problem: asProblem(thrown) });
      },
    );
  }

  const { loaded } = state;
  return {
    phase: state.phase,
    problem: state.problem,
    loaded,
    hasMore: loaded !== null && loaded.count >= PAGE_SIZE,
    search: (range) => load(range, 0, null),
    loadMore: () => {
      if (loaded !== null) load(loaded.range, loaded.offset + PAGE_SIZE, loaded);
    },
  };
}
