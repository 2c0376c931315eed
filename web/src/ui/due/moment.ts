/** When a ticket is due under its service-level agreements (SLA), as the server counts it for lists. */
import type { Ticket } from '../../api/types';

export type TicketDue = NonNullable<Ticket['due']>;

type Moment = Pick<TicketDue, 'at'> | null | undefined;

const SOON_MS = 4 * 3_600_000;

/** The moment it is due; none while it is paused, and where its calendar does not open again. */
export function dueAt(due: Moment): number | null {
  return due?.at ?? null;
}

/** Due in the past. */
export function isOverdue(due: Moment, now: number): boolean {
  return (dueAt(due) ?? Infinity) <= now;
}

/** Due within four hours, or in the past. */
export function isDueSoon(due: Moment, now: number): boolean {
  return isOverdue(due, now + SOON_MS);
}
