import { create } from 'zustand';
import { api } from './client';
import type { components } from './openapi.gen';
import { asProblem, type Problem } from './problem';

export type CustomField = components['schemas']['CustomField'];
export type FieldKind = components['schemas']['CustomFieldKind'];

interface FieldsState {
  phase: 'idle' | 'loading' | 'ready' | 'failed';
  problem: Problem | null;
  /** In their order; those that were archived come last. */
  fields: readonly CustomField[];
  load: () => Promise<void>;
}

/** The custom fields of the desk's tickets. */
export const useFields = create<FieldsState>()((set) => ({
  phase: 'idle',
  problem: null,
  fields: [],
  load: async () => {
    set((state) => ({ phase: state.phase === 'ready' ? 'ready' : 'loading', problem: null }));
    try {
      set({ phase: 'ready', fields: await api.get('/api/custom-fields', { query: { archived: 1 } }) });
    } catch (thrown) {
      set((state) => (state.phase === 'ready' ? state : { phase: 'failed', problem: asProblem(thrown) }));
    }
  },
}));

/** Reads them when the first place needs them; from then on they are kept up. */
export function needFields(): void {
  if (useFields.getState().phase === 'idle') void useFields.getState().load();
}

/** Whether lists can be narrowed to what stands in it. */
export function narrows({ kind }: Pick<CustomField, 'kind'>): boolean {
  return kind === 'choice' || kind === 'multi_choice' || kind === 'checkbox';
}
