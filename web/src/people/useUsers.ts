import { useCallback, useEffect, useRef, useState } from 'react';
import { asProblem, type Problem } from '../api/problem';
import { calls, type User } from './model';

interface UsersState {
  phase: 'loading' | 'ready' | 'failed';
  problem: Problem | null;
  users: readonly User[];
  total: number;
  more: boolean;
  busy: boolean;
}

const NONE: UsersState = { phase: 'loading', problem: null, users: [], total: 0, more: false, busy: false };

/** The users that fit a search, page by page. */
export function useUsers(search: string) {
  const [state, setState] = useState<UsersState>(NONE);
  const round = useRef(0);

  const fetchPage = useCallback(
    (from: number) => {
      const mine = ++round.current;
      calls.users(search, from).then(
        (page) => {
          if (mine !== round.current) return;
          setState((old) => ({
            phase: 'ready',
            problem: null,
            users: from === 0 ? page.data : [...old.users, ...page.data],
            total: page.total,
            more: page.more,
            busy: false,
          }));
        },
        (thrown: unknown) => {
          if (mine !== round.current) return;
          setState((old) => ({ ...old, phase: 'failed', problem: asProblem(thrown), busy: false }));
        },
      );
    },
    [search],
  );

  useEffect(() => {
    fetchPage(0);
    return () => {
      round.current += 1;
    };
  }, [fetchPage]);

  return {
    ...state,
    reload: () => {
      setState((old) => ({ ...old, phase: old.users.length === 0 ? 'loading' : 'ready', problem: null }));
      fetchPage(0);
    },
    loadMore: () => {
      setState((old) => ({ ...old, busy: true }));
      fetchPage(state.users.length);
    },
    /** Puts a changed user into its place. */
    put: (user: User) =>
      setState((old) => ({ ...old, users: old.users.map((other) => (other.id === user.id ? user : other)) })),
  };
}
