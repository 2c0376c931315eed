import { useRef, useState, type FocusEvent } from 'react';
import { useScope } from '../actions/live';
import type { TicketEntry } from './model';

interface Row {
  name: string;
  entry: TicketEntry;
}

/** The rows of all sections are moved through and acted on as those of a list; none is chosen here. */
export function useSectionKeys(rows: readonly Row[], open: (to: string) => void) {
  const place = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<string | null>(null);
  const at = rows.findIndex(({ name }) => name === pointed);
  const row = rows[at];
  // Where a row leaves its section, the keys go on from the one that takes its place.
  const [lastAt, setLastAt] = useState(-1);
  if (at !== -1 && at !== lastAt) setLastAt(at);
  if (at === -1 && pointed !== null && rows.length > 0) setPointed(rows[Math.min(Math.max(lastAt, 0), rows.length - 1)]?.name ?? null);
  const move = (step: number) => {
    const next = rows[at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))];
    if (next === undefined) return;
    setPointed(next.name);
    place.current?.querySelector<HTMLElement>(`[data-row="${next.name}"]`)?.focus();
  };
  useScope('list', {
    rows: rows.map(({ entry }) => entry.ticket),
    row: row?.entry.ticket,
    chooses: false,
    move,
    extend: move,
    open: () => row !== undefined && open(row.entry.to),
  });
  return {
    place,
    pointed,
    /** The keys go on from where Tab has led. */
    onFocus: ({ target }: FocusEvent) => {
      const name = target.closest<HTMLElement>('[data-row]')?.dataset['row'];
      if (name !== undefined) setPointed(name);
    },
    letGo: () => setPointed(null),
  };
}
