import { useSyncExternalStore } from 'react';

const STEP_MS = 30_000;

let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  for (const each of listeners) each();
}

function stop(): void {
  clearInterval(timer);
  timer = undefined;
}

function start(): void {
  if (!document.hidden) timer ??= setInterval(tick, STEP_MS);
}

/** Nobody sees the time of a hidden page; it is set as soon as the page is seen again. */
function turn(): void {
  stop();
  if (document.hidden) return;
  tick();
  start();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    // While nobody listened the time stood still.
    now = Date.now();
    document.addEventListener('visibilitychange', turn);
    start();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener('visibilitychange', turn);
    stop();
  };
}

/** The time of day to half a minute, one clock for all rows and countdowns; it stands still while the page is hidden. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
