import { create } from 'zustand';
import { loadPatiently } from '../ui/lazyPart';
import type * as Desk from './desk';

/** What is around every screen of whoever is logged in. The login does without its code. */
export const useFrame = create<{ desk: typeof Desk | null; failed: boolean }>()(() => ({ desk: null, failed: false }));

let coming: Promise<typeof Desk> | null = null;

/** Loads the frame, once. */
export function loadFrame(): Promise<typeof Desk> {
  coming ??= loadPatiently(() => import('./desk')).then(
    (desk) => {
      useFrame.setState({ desk, failed: false });
      return desk;
    },
    (thrown: unknown) => {
      coming = null;
      useFrame.setState({ failed: true });
      throw thrown;
    },
  );
  return coming;
}
