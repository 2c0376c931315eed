import { create } from 'zustand';
import { api } from './client';
import { asProblem, type Problem } from './problem';
import type { CannedReply, Signature } from './types';

interface RepliesState {
  phase: 'idle' | 'loading' | 'ready' | 'failed';
  problem: Problem | null;
  /** Everybody's and one's own, the most used first. */
  replies: readonly CannedReply[];
  /** Names of the variables a text may hold. */
  variables: readonly string[];
  load: () => Promise<void>;
}

/** The canned replies this person may use: the composer offers them, the settings keep them. */
export const useReplies = create<RepliesState>()((set) => ({
  phase: 'idle',
  problem: null,
  replies: [],
  variables: [],
  load: async () => {
    set((state) => ({ phase: state.phase === 'ready' ? 'ready' : 'loading', problem: null }));
    try {
      const { replies, variables } = await api.get('/api/replies');
      set({ phase: 'ready', replies, variables });
    } catch (thrown) {
      set((state) => (state.phase === 'ready' ? state : { phase: 'failed', problem: asProblem(thrown) }));
    }
  },
}));

interface SignaturesState {
  phase: 'idle' | 'loading' | 'ready' | 'failed';
  problem: Problem | null;
  signatures: readonly Signature[];
  load: () => Promise<void>;
  take: (signatures: readonly Signature[]) => void;
}

/** This person's signatures: one for everywhere, and those of single kinds of channel. */
export const useSignatures = create<SignaturesState>()((set) => ({
  phase: 'idle',
  problem: null,
  signatures: [],
  load: async () => {
    set((state) => ({ phase: state.phase === 'ready' ? 'ready' : 'loading', problem: null }));
    try {
      set({ phase: 'ready', signatures: await api.get('/api/signatures') });
    } catch (thrown) {
      set((state) => (state.phase === 'ready' ? state : { phase: 'failed', problem: asProblem(thrown) }));
    }
  },
  take: (signatures) => set({ phase: 'ready', problem: null, signatures }),
}));

/** The signature that goes with an answer over a channel, as the server chooses it. */
export function signatureFor(signatures: readonly Signature[], channel: string): Signature | null {
  return signatures.find((one) => one.channel === channel) ?? signatures.find((one) => one.channel === '') ?? null;
}
