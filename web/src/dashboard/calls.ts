/** The calls of the dashboard. */
import { api } from '../api/client';
import type { DashboardRange } from './model';
import type { DashboardShareDraft } from './types';

export const calls = {
  read: ({ start, end }: DashboardRange, signal: AbortSignal) => api.get('/api/dashboard', { query: { startDate: start, endDate: end }, signal }),
  readShared: (token: string, signal: AbortSignal) => api.get('/api/dashboard/shared/{token}', { path: { token }, signal }),
  shares: async (options: { signal: AbortSignal }) => (await api.get('/api/dashboard/shares', options)).shares,
  share: (json: DashboardShareDraft) => api.post('/api/dashboard/shares', { json }),
  revoke: (id: number) => api.delete('/api/dashboard/shares/{id}', { path: { id } }),
  turn: (on: boolean) => api.put('/api/dashboard/setting', { json: { on } }),
};
