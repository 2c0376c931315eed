import { create } from 'zustand';
import { api } from './client';
import type { components } from './openapi.gen';
import { asProblem, type Problem } from './problem';

export type CustomEmoji = components['schemas']['CustomEmoji'];

interface EmojiState {
  phase: 'idle' | 'loading' | 'ready' | 'failed';
  problem: Problem | null;
  /** By name; those that were deleted stand last, since messages may still carry them. */
  emoji: readonly CustomEmoji[];
  load: () => Promise<void>;
}

/** The desk's own emoji. Places that only know a name find the picture here. */
export const useCustomEmoji = create<EmojiState>()((set) => ({
  phase: 'idle',
  problem: null,
  emoji: [],
  load: async () => {
    set((state) => ({ phase: state.phase === 'ready' ? 'ready' : 'loading', problem: null }));
    try {
      set({ phase: 'ready', emoji: await api.get('/api/emoji/custom', { query: { deleted: 1 } }) });
    } catch (thrown) {
      set((state) => (state.phase === 'ready' ? state : { phase: 'failed', problem: asProblem(thrown) }));
    }
  },
}));

/** Those that can be chosen. */
export function offered(emoji: readonly CustomEmoji[]): CustomEmoji[] {
  return emoji.filter(({ deleted }) => !deleted);
}

/** The picture of a reaction, where it has one: that of the living before that of a deleted one. */
export function pictureOf(emoji: readonly CustomEmoji[], reaction: string): string | undefined {
  return emoji.find(({ name }) => name === reaction)?.url;
}
