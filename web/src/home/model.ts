import type { Problem } from '../api/problem';
import type { Ticket } from '../api/types';
import type { Due } from './due';

/** How many rows a section shows; the rest stands behind its link. */
export const ROWS_MAX = 8;

/** A ticket as a row of a section. */
export interface TicketEntry {
  ticket: Ticket;
  /** The address it opens at. */
  to: string;
  customer: string;
  /** When something is promised to its customer. */
  due: Due | null;
}

/** The list behind a section. */
export interface ListLink {
  to: string;
  label: string;
}

/** What a section shows: on its way while there are neither entries nor a problem. */
export interface SectionList {
  entries: readonly TicketEntry[] | undefined;
  /** As it is shown; empty while it is not known. */
  count: string;
  problem: Problem | null;
  retry: () => void;
  links: readonly ListLink[];
  /** Keeps the rows in their places while a pointer travels over them. */
  hold: () => void;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A length of time in its largest whole unit: a text of `span` and its number. */
export function spanOf(ms: number): { unit: 'minutes' | 'hours' | 'days'; n: number } {
  if (ms < HOUR_MS) return { unit: 'minutes', n: Math.max(0, Math.floor(ms / MINUTE_MS)) };
  if (ms < 2 * DAY_MS) return { unit: 'hours', n: Math.floor(ms / HOUR_MS) };
  return { unit: 'days', n: Math.floor(ms / DAY_MS) };
}
