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

export function applyReload(): void {
  for (const handler of reloads) {
    try {
      handler();
    } catch (thrown) {
      console.error('A screen could not be read anew.', thrown);
    }
  }
}
