import { create } from 'zustand';
import { api } from './client';
import { asProblem, type Problem } from './problem';
import type { Department } from './types';

interface DepartmentsState {
  phase: 'idle' | 'loading' | 'ready' | 'failed';
  problem: Problem | null;
  /** By name; those that were removed are among them, for tickets that still belong to one. */
  departments: readonly Department[];
  load: () => Promise<void>;
  /** Takes the list as an event gave it. */
  take: (departments: readonly Department[]) => void;
}

/** The departments of the desk. Places that only know a department's id read its name here. */
export const useDepartments = create<DepartmentsState>()((set) => ({
  phase: 'idle',
  problem: null,
  departments: [],
  load: async () => {
    set((state) => ({ phase: state.phase === 'ready' ? 'ready' : 'loading', problem: null }));
    try {
      set({ phase: 'ready', departments: await api.get('/api/department2/{token}', { path: { token: '-' }, query: { deleted: 1 } }) });
    } catch (thrown) {
      set((state) => (state.phase === 'ready' ? state : { phase: 'failed', problem: asProblem(thrown) }));
    }
  },
  take: (departments) => set({ phase: 'ready', problem: null, departments }),
}));

/** Loads them where that has not been done; for whoever is the first to need them, or tries again. */
export function needDepartments(): void {
  const { phase, load } = useDepartments.getState();
  if (phase === 'idle' || phase === 'failed') void load();
}
