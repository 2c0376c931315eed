import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { asProblem, type Problem } from '../api/problem';
import { onEvent, onReload } from '../realtime/apply';
import type { EventName } from '../realtime/envelope';
import { useHolds, type Grant } from '../session/abilities';
import { useSession } from '../session/store';

/** What a settings room lists: on its way, there, or not to be had. */
export interface SettingsListState<T> {
  /** Whether this person may see it; for others nothing is asked. */
  allowed: boolean;
  data: T | undefined;
  /** Why there is no data. */
  problem: Problem | null;
  reload: () => Promise<unknown>;
}

/** Whether this person is an admin. */
export function useIsAdmin(): boolean {
  return useSession((state) => state.session?.isAdmin ?? false);
}

interface SettingsQuery<T> {
  key: string;
  read: (options: { signal: AbortSignal }) => Promise<T>;
  /** What changes it elsewhere; the same array each time. */
  events?: readonly EventName[];
  /** Events that come many at a time, such as those of tickets: it is read again once for all within so many milliseconds. */
  pauseMs?: number;
  /** Also when too much was missed to be told one by one. */
  reloads?: boolean;
  /** Who may see it besides admins. */
  grant?: Grant;
}

const NO_EVENTS: readonly EventName[] = [];

/** Reads a list for admins and for whom it is granted to, and again when somebody else changed it. */
export function useSettingsQuery<T>({ key, read, events = NO_EVENTS, pauseMs = 0, reloads = false, grant }: SettingsQuery<T>): SettingsListState<T> {
  const isGranted = useHolds(grant);
  const allowed = useIsAdmin() || isGranted;
  const { data, error, refetch } = useQuery({ queryKey: [key], queryFn: ({ signal }) => read({ signal }), enabled: allowed });
  useEffect(() => {
    if (!allowed) return undefined;
    let pause: ReturnType<typeof setTimeout> | undefined;
    function read(): void {
      pause = undefined;
      void refetch();
    }
    function again(): void {
      if (pauseMs === 0) read();
      else pause ??= setTimeout(read, pauseMs);
    }
    const ends = events.map((name) => onEvent(name, again));
    if (reloads) ends.push(onReload(again));
    return () => {
      clearTimeout(pause);
      ends.forEach((end) => end());
    };
  }, [allowed, events, pauseMs, reloads, refetch]);
  return { allowed, data, problem: data === undefined && error !== null ? asProblem(error) : null, reload: refetch };
}

interface Store {
  phase: 'idle' | 'loading' | 'ready' | 'failed';
  problem: Problem | null;
  load: () => Promise<void>;
}

interface StoreOptions {
  /** Not for admins alone. */
  everybody?: boolean;
  /** How the first look at it is had, where the store is kept up by itself. */
  need?: () => void;
}

/** A list that other places need as well, and so lies in a store. */
export function useSettingsStore<T>({ phase, problem, load }: Store, data: T, { everybody = false, need }: StoreOptions = {}): SettingsListState<T> {
  const isAdmin = useIsAdmin();
  const allowed = everybody || isAdmin;
  useEffect(() => {
    if (!allowed) return;
    if (need === undefined) void load();
    else need();
  }, [allowed, load, need]);
  return { allowed, data: phase === 'ready' ? data : undefined, problem, reload: load };
}
