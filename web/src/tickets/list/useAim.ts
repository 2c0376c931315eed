import { useEffect, useRef, type PointerEvent } from 'react';
import type { Ticket } from '../../api/types';
import type * as Ahead from '../conversation/ahead';

let ahead: Promise<typeof Ahead> | null = null;

/** What fetches ahead reads conversations, which the first screen does without. */
function aimAt(numbers: readonly string[]): void {
  ahead ??= import('../conversation/ahead');
  ahead.then(
    (here) => here.aimAt(numbers),
    () => {
      ahead = null;
    },
  );
}

interface Aim {
  onPointerMove: (event: PointerEvent) => void;
  onPointerLeave: () => void;
}

/** The ticket of the row under the pointer; null between rows. */
function ticketUnder({ target }: PointerEvent): number | null {
  const row = target instanceof Element ? target.closest('[data-ticket]') : null;
  return row === null ? null : Number(row.getAttribute('data-ticket'));
}

/** What is opened is known by its number. */
const numberOf = (row: Ticket) => String(row.ticket_number);

/** Moving through rows by keys: the one that is reached, and the one after it. */
export function aimAlong(rows: readonly Ticket[], at: number, step: number): void {
  aimAt([rows[at], rows[at + Math.sign(step)]].flatMap((row) => (row === undefined ? [] : [numberOf(row)])));
}

/** Fetches ahead what the pointer rests on. Rows that scroll by below a resting pointer are not aimed at. */
export function useAim(rows: readonly Ticket[]): Aim {
  const aimed = useRef<number | null>(null);
  const aim = (id: number | null) => {
    if (aimed.current === id) return;
    aimed.current = id;
    const row = rows.find((one) => one.id === id);
    aimAt(row === undefined ? [] : [numberOf(row)]);
  };
  useEffect(
    () => () => {
      if (ahead !== null) aimAt([]);
    },
    [],
  );
  return {
    onPointerMove: (event) => {
      if (event.pointerType !== 'touch') aim(ticketUnder(event));
    },
    onPointerLeave: () => aim(null),
  };
}
