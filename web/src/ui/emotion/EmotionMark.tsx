import { Suspense } from 'react';
import { lazyPart } from '../lazyPart';
import { SilentBoundary } from '../SilentBoundary';
import type { Emotions } from './colours';

// A desk without a helper for it does without.
const Emotion = lazyPart(async () => (await import('./Emotion')).Emotion);

interface Props {
  emotions: Emotions | undefined;
  /** How many messages of a ticket have which as their strongest. */
  counts?: Emotions | undefined;
  /** A face alone, where there is no room for words. */
  bare?: boolean;
}

/** The strongest emotion that a helper told of a message or a ticket; nothing where none told any. */
export function EmotionMark({ emotions = {}, ...look }: Props) {
  for (const _ in { ...emotions, ...look.counts }) {
    return (
      <SilentBoundary>
        <Suspense>
          <Emotion emotions={emotions} {...look} />
        </Suspense>
      </SilentBoundary>
    );
  }
  return null;
}
