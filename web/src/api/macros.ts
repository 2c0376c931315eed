import { create } from 'zustand';
import { api } from './client';
import type { components } from './openapi.gen';
import { asProblem, Problem } from './problem';

type Schemas = components['schemas'];
export type Macro = Schemas['Macro'];
export type MacroRun = Schemas['MacroRun'];

interface MacrosState {
  phase: 'idle' | 'loading' | 'ready' | 'failed';
  problem: Problem | null;
  /** By name; only those that this person may run. */
  macros: readonly Macro[];
  load: () => Promise<void>;
}

/** The macros of the desk: tickets run them, the settings keep them. */
export const useMacros = create<MacrosState>()((set) => ({
  phase: 'idle',
  problem: null,
  macros: [],
  load: async () => {
    set((state) => ({ phase: state.phase === 'ready' ? 'ready' : 'loading', problem: null }));
    try {
      set({ phase: 'ready', macros: await api.get('/api/macros') });
    } catch (thrown) {
      set((state) => (state.phase === 'ready' ? state : { phase: 'failed', problem: asProblem(thrown) }));
    }
  },
}));

/** An id that the server has not seen, so that a repeated call runs nothing twice. */
export function newRunId(): string {
  return crypto.randomUUID();
}

/** Runs a macro at one ticket and gives what came of it. */
export async function runMacro(macro: number, ticket: number, runId: string): Promise<MacroRun> {
  const { runs } = await api.post('/api/macros/{id}/run', { path: { id: macro }, json: { tickets: [ticket], run_id: runId } });
  const [run] = runs;
  if (run === undefined) throw new Problem('internal', 0, 'no answer for the ticket');
  return run;
}

/** Why something of a run was not done, each sentence once; empty when all was. */
export function refusalsOf(run: MacroRun): string[] {
  return [...new Set(run.done.flatMap(({ error }) => (error == null ? [] : [error])))];
}
