import { create } from 'zustand';
import { api } from '../api/client';
import { asProblem, type Problem } from '../api/problem';
import type { CustomStatus } from '../api/types';

interface CustomsState {
  phase: 'idle' | 'loading' | 'ready' | 'failed';
  problem: Problem | null;
  /** In the order in which the picker shows them. */
  statuses: readonly CustomStatus[];
}

const unknown: CustomsState = { phase: 'idle', problem: null, statuses: [] };

/** The statuses of the client's own, read when they are first needed. */
export const useCustoms = create<CustomsState>()(() => unknown);

export async function loadCustoms(): Promise<void> {
  if (useCustoms.getState().phase === 'loading') return;
  useCustoms.setState((state) => ({ phase: state.phase === 'ready' ? 'ready' : 'loading', problem: null }));
  try {
    takeCustoms(await api.get('/api/customstatus/get'));
  } catch (thrown) {
    useCustoms.setState({ phase: 'failed', problem: asProblem(thrown) });
  }
}

/** Takes the list as an answer or an event gave it. */
export function takeCustoms(statuses: readonly CustomStatus[]): void {
  useCustoms.setState({ phase: 'ready', problem: null, statuses });
}

export function forgetCustoms(): void {
  useCustoms.setState(unknown, true);
}

/** Changes of an admin; each is answered with the list as it is then. */
export const changeCustoms = {
  add: async (alternate: string) => takeCustoms(await api.post('/api/custom_statuses', { json: { alternate } })),
  rename: async (id: number, alternate: string) =>
    takeCustoms(await api.patch('/api/custom_statuses/{id}', { path: { id }, json: { alternate } })),
  order: async (ids: number[]) => takeCustoms(await api.put('/api/custom_statuses/order', { json: { ids } })),
  remove: async (id: number) => takeCustoms(await api.delete('/api/custom_statuses/{id}', { path: { id } })),
};
