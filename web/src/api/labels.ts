import { create } from 'zustand';
import { api } from './client';
import { asProblem, type Problem } from './problem';
import type { Label } from './types';

interface LabelsState {
  phase: 'idle' | 'loading' | 'ready' | 'failed';
  problem: Problem | null;
  /** The highest level first. */
  labels: readonly Label[];
  load: () => Promise<void>;
  /** Takes the list as an answer or an event gave it. */
  take: (labels: readonly Label[]) => void;
}

/** The labels of the desk. Places that only know a label's id read its name and colours here. */
export const useLabels = create<LabelsState>()((set) => ({
  phase: 'idle',
  problem: null,
  labels: [],
  load: async () => {
    set((state) => ({ phase: state.phase === 'ready' ? 'ready' : 'loading', problem: null }));
    try {
      set({ phase: 'ready', labels: await api.get('/api/label/get') });
    } catch (thrown) {
      set((state) => (state.phase === 'ready' ? state : { phase: 'failed', problem: asProblem(thrown) }));
    }
  },
  take: (labels) => set({ phase: 'ready', problem: null, labels }),
}));

/** Ids of the labels on a ticket, as its JSON text has them. */
export function labelIds(ticket: { label: string }): number[] {
  try {
    const ids: unknown = JSON.parse(ticket.label);
    return Array.isArray(ids) ? ids.filter((id): id is number => typeof id === 'number') : [];
  } catch {
    return [];
  }
}
