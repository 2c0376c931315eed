import { useSyncExternalStore } from 'react';

const STEP_MS = 30_000;

let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // While nobody listened the time stood still.
  if (timer === undefined) now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, STEP_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** The time of day to half a minute, shared by all rows, so that 'today' ends at midnight. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
