import { useCallback, useEffect, useRef, useState } from 'react';
import type { Ticket } from '../../api/types';

const STILL_MS = 700;

/** Rows as they stood, with what is known of them now; what came behind the last of them follows. */
export function inHeldOrder(held: readonly Ticket[], latest: readonly Ticket[]): readonly Ticket[] {
  const byId = new Map(latest.map((row) => [row.id, row]));
  const known = new Set(held.map((row) => row.id));
  let end = latest.length;
  while (end > 0 && !known.has(latest[end - 1]?.id ?? 0)) end -= 1;
  return [...held.map((row) => byId.get(row.id) ?? row), ...latest.slice(end)];
}

/** What was on screen when the pointer began to travel; null as soon as it rests. */
export function useHeld<Value>(latest: Value): { held: Value | null; hold: () => void } {
  const [held, setHeld] = useState<{ value: Value } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const now = useRef<Value>(latest);

  useEffect(() => {
    now.current = latest;
  }, [latest]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const hold = useCallback(() => {
    setHeld((before) => before ?? { value: now.current });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setHeld(null), STILL_MS);
  }, []);
  return { held: held === null ? null : held.value, hold };
}

/**
 * While the pointer travels over the list, rows keep their places, so that a click hits what was
 * aimed at. As soon as it rests, the true order shows.
 */
export function useHeldOrder(latest: readonly Ticket[]): { rows: readonly Ticket[]; hold: () => void } {
  const { held, hold } = useHeld(latest);
  return { rows: held === null ? latest : inHeldOrder(held, latest), hold };
}
