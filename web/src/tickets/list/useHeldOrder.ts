import { useCallback, useEffect, useRef, useState } from 'react';
import type { Ticket } from '../../api/types';

const STILL_MS = 700;

/**
 * While the pointer travels over the list, rows keep their places, so that a click hits what was
 * aimed at. As soon as it rests, the true order shows.
 */
export function useHeldOrder(latest: readonly Ticket[]): { rows: readonly Ticket[]; hold: () => void } {
  const [held, setHeld] = useState<readonly number[] | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const order = useRef<readonly Ticket[]>(latest);

  useEffect(() => {
    order.current = latest;
  }, [latest]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const hold = useCallback(() => {
    setHeld((now) => now ?? order.current.map((row) => row.id));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setHeld(null), STILL_MS);
  }, []);

  if (held === null) return { rows: latest, hold };
  const byId = new Map(latest.map((row) => [row.id, row]));
  const rows: Ticket[] = [];
  for (const id of held) {
    const row = byId.get(id);
    if (row !== undefined) rows.push(row);
  }
  return { rows, hold };
}
