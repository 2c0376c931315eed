import type { EventMap, EventName } from './envelope';

type Handler<Name extends EventName> = (data: EventMap[Name]) => void;

const handlers = new Map<string, Set<(data: never) => void>>();
const reloads = new Set<() => void>();

/** A room says which events its store takes; the answer takes it back. */
export function onEvent<Name extends EventName>(name: Name, handler: Handler<Name>): () => void {
  const known = handlers.get(name) ?? new Set();
  known.add(handler);
  handlers.set(name, known);
  return () => known.delete(handler);
}

/** Called when the gap was too old to replay: every store reads its state anew. */
export function onReload(handler: () => void): () => void {
  reloads.add(handler);
  return () => reloads.delete(handler);
}

/** Hands one event to the stores. One store's fault never keeps it from the others. */
export function applyEvent(name: string, data: unknown): void {
  for (const handler of handlers.get(name) ?? []) {
    try {
      handler(data as never);
    } catch (thrown) {
      console.error(`The event ${name} could not be applied.`, thrown);
    }
  }
}

const GAP_MS = 50;
let queue: [string, unknown][] = [];
let timer: ReturnType<typeof setTimeout> | null = null;
let flushed = -GAP_MS;

function flush(): void {
  timer = null;
  flushed = performance.now();
  const due = queue;
  queue = [];
  for (const [name, data] of due) applyEvent(name, data);
}

/**
 * Hands events to the stores together: at once when the line was quiet, and every 50 ms when many
 * come in a row. Applied one by one, the hundreds of a replay would each draw the screen, and React
 * takes so many drawings in a row for an endless loop.
 */
export function queueEvent(name: string, data: unknown): void {
  queue.push([name, data]);
  timer ??= setTimeout(flush, Math.max(0, GAP_MS - (performance.now() - flushed)));
}

export function applyReload(): void {
  if (timer !== null) {
    clearTimeout(timer);
    flush();
  }
  for (const handler of reloads) {
    try {
      handler();
    } catch (thrown) {
      console.error('A screen could not be read anew.', thrown);
    }
  }
}
