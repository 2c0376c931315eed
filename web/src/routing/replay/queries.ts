import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../api/client';
import { asProblem, type Problem } from '../../api/problem';
import { onEvent, onReload } from '../../realtime/apply';
import { useSettingsQuery, type SettingsListState } from '../../settings/useSettingsList';
import type { ReplayDraft, RoutingReplay, RoutingReplayDetail } from './model';

const LIST = 'routing-replays';
const ONE = '/api/routing/replays/{id}';
const listKey = [LIST] as const;
const oneKey = (id: number) => [LIST, id] as const;

export const calls = {
  start: (json: ReplayDraft) => api.post('/api/routing/replays', { json }),
  /** One that still runs is stopped by it. Whoever is second finds it gone, which is what was wanted. */
  remove: async (id: number): Promise<void> => {
    try {
      await api.delete(ONE, { path: { id } });
    } catch (thrown) {
      const problem = asProblem(thrown);
      if (problem.code !== 'not_found') throw problem;
    }
  },
};

/** The replays that were made, the newest first. */
export const useReplays = (): SettingsListState<RoutingReplay[]> => useSettingsQuery({ key: LIST, read: (options) => api.get('/api/routing/replays', options) });

/** Takes a replay as a call or the socket told it: into the list, and into the one that is open. */
export function putReplay(client: QueryClient, replay: RoutingReplay): void {
  client.setQueryData<RoutingReplay[]>(listKey, (list) => {
    if (list === undefined) return undefined;
    const isListed = list.some(({ id }) => id === replay.id);
    return isListed ? list.map((one) => (one.id === replay.id ? replay : one)) : [replay, ...list];
  });
  client.setQueryData<RoutingReplayDetail>(oneKey(replay.id), (detail) => detail && { ...detail, ...replay });
}

/** Takes a deleted replay away. */
export function dropReplay(client: QueryClient, id: number): void {
  client.setQueryData<RoutingReplay[]>(listKey, (list) => list?.filter((one) => one.id !== id));
  client.removeQueries({ queryKey: oneKey(id) });
}

/** Keeps the replays on screen as the socket tells them; what came of one that is over is read then. */
export function useReplayEvents(): void {
  const client = useQueryClient();
  useEffect(() => {
    const ends = [
      onEvent('routingReplayChanged', ({ replay }) => {
        const list = client.getQueryData<RoutingReplay[]>(listKey);
        const isUnknown = list !== undefined && list.every(({ id }) => id !== replay.id);
        // One that is not listed is new, or was just deleted and told of a moment before: the server knows.
        if (!isUnknown) putReplay(client, replay);
        if (isUnknown) void client.invalidateQueries({ queryKey: listKey, exact: true });
        // An answer that is on its way may be older than an end.
        if (replay.state !== 'running') void client.invalidateQueries({ queryKey: listKey });
      }),
      onReload(() => void client.invalidateQueries({ queryKey: listKey })),
    ];
    return () => {
      ends.forEach((end) => end());
      // Nobody keeps them up from here on, so whoever comes back reads them anew.
      void client.invalidateQueries({ queryKey: listKey, refetchType: 'none' });
    };
  }, [client]);
}

/** One replay with what came of it. */
export function useReplay(id: number): { detail: RoutingReplayDetail | undefined; problem: Problem | null; reload: () => void } {
  const { data, error, refetch } = useQuery({ queryKey: oneKey(id), queryFn: ({ signal }) => api.get(ONE, { path: { id }, signal }), staleTime: 0 });
  return { detail: data, problem: error === null ? null : asProblem(error), reload: () => void refetch() };
}
