import { api } from '../api/client';

/** Whose calls are looked at: those of a plugin over all accounts, or of one account. */
export interface Watched {
  of: 'plugin' | 'channel';
  id: number | string;
}

export const calls = {
  usage: ({ of, id }: Watched, hours: number, signal: AbortSignal) =>
    of === 'plugin'
      ? api.get('/api/plugins/{id}/usage', { path: { id }, query: { hours }, signal })
      : api.get('/api/channels/{id}/usage', { path: { id }, query: { hours }, signal }),
  log: ({ of, id }: Watched, before: number | null) =>
    of === 'plugin'
      ? api.get('/api/plugins/{id}/log', { path: { id }, query: { before } })
      : api.get('/api/channels/{id}/log', { path: { id }, query: { before } }),
};
