import { useConnection } from '../../realtime/connection';
import { giveUp, readAhead } from './read';
import { useConversations } from './store';

/** Fetches ahead that may be under way at once. */
export const AHEAD_AT_ONCE = 2;

/** How long the pointer or the keys rest on a row before its conversation is fetched ahead. */
export const REST_MS = 80;

const running = new Map<string, AbortController>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Whoever pays for what is loaded, or waits for the line, gets only what is asked for. */
function isThrifty(): boolean {
  if (['waiting', 'off'].includes(useConnection.getState().phase)) return true;
  const connection: unknown = 'connection' in navigator ? navigator.connection : null;
  return typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true;
}

/** What somebody opened meanwhile is no fetch ahead any more. */
function isOpen(number: string): boolean {
  return useConversations.getState().open[number]?.place === 'open';
}

function stop(number: string, controller: AbortController): void {
  running.delete(number);
  giveUp(number);
  controller.abort();
}

async function start(number: string): Promise<void> {
  const ahead = [...running.keys()].filter((one) => !isOpen(one));
  if (running.has(number) || ahead.length >= AHEAD_AT_ONCE) return;
  const controller = new AbortController();
  running.set(number, controller);
  await readAhead(number, controller.signal);
  if (running.get(number) === controller) running.delete(number);
}

/**
 * Prefetch: the conversations that are likely to be opened next, by their numbers, the likeliest first.
 * What was aimed at before is given up, unless it was opened.
 */
export function aimAt(numbers: readonly string[]): void {
  clearTimeout(timer);
  for (const [number, controller] of running) {
    if (isOpen(number)) running.delete(number);
    else if (!numbers.includes(number)) stop(number, controller);
  }
  if (numbers.length === 0 || isThrifty()) return;
  timer = setTimeout(() => numbers.slice(0, AHEAD_AT_ONCE).forEach((number) => void start(number)), REST_MS);
}
