import type { Ticket } from '../api/types';
import { dueAt, type TicketDue } from '../ui/due/moment';

/** What is promised to a customer, and when, in milliseconds. */
export interface Due {
  kind: TicketDue['metric'] | 'appointment';
  at: number;
}

const SOON_MS = 2 * 86_400_000;

/** What comes first: what is due under an SLA, or the appointment. */
export function dueOf({ due }: Pick<Ticket, 'due'>, appointment: number | null): Due | null {
  const at = dueAt(due);
  if (due && at !== null && (appointment === null || at <= appointment)) return { kind: due.metric, at };
  return appointment === null ? null : { kind: 'appointment', at: appointment };
}

/** Those that are over or due within two days, soonest first. */
export function dueSoon<Entry extends { due: Due | null }>(entries: readonly Entry[], now: number): Entry[] {
  const at = ({ due }: Entry) => due?.at ?? Infinity;
  return entries.filter((entry) => at(entry) - now < SOON_MS).sort((a, b) => at(a) - at(b));
}
