import type { Scheduled, Ticket } from '../api/types';
import { fromField, toField } from '../ui/dates';
import { amendTicket } from './conversation/store';
import { amendRow } from './list/store';
import { withPending } from './pendingActs';

/** Takes over how grave a ticket is now; whatever else is known of it stays. */
export function takeWork(ticket: Ticket): void {
  const { id, severity, ts, updated_at } = withPending(ticket.id, ticket);
  amendRow(id, (row) => ({ ...row, severity }));
  amendTicket(id, (now) => (now.info === null ? now : { ...now, info: { ...now.info, severity, ts, updated_at } }));
}

export function takeSnoozed(ticketId: number, until: number | null): void {
  const said = withPending(ticketId, { snoozed_until: until });
  amendTicket(ticketId, (now) => (now.info === null ? now : { ...now, info: { ...now.info, ...said } }));
}

export function takeFollowing(ticketId: number, following: boolean): void {
  const said = withPending(ticketId, { following });
  amendTicket(ticketId, (now) => (now.info === null ? now : { ...now, info: { ...now.info, ...said } }));
}

export function takeScheduled(ticketId: number, scheduled: Scheduled[]): void {
  amendTicket(ticketId, (now) => (now.info === null ? now : { ...now, info: { ...now.info, scheduled } }));
}

/** A day as its field holds it, so many days later. */
function dayAfter(nowMs: number, days: number): Date {
  const day = new Date(`${toField(nowMs).slice(0, 10)}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day;
}

/** Nine in the morning by the account's clock, so many days from now. */
export function morning(nowMs: number, days: number): number {
  return fromField(`${dayAfter(nowMs, days).toISOString().slice(0, 10)}T09:00`) ?? nowMs;
}

/** Days until the next Monday: on a Monday, the one after. */
export function untilMonday(nowMs: number): number {
  return (8 - dayAfter(nowMs, 0).getUTCDay()) % 7 || 7;
}

/** The times that a ticket is usually put aside until, with what their texts are called. */
export function snoozeTimes(nowMs = Date.now()): readonly { name: 'later' | 'tomorrow' | 'week'; at: number }[] {
  return [
    { name: 'later', at: nowMs + 3 * 3_600_000 },
    { name: 'tomorrow', at: morning(nowMs, 1) },
    { name: 'week', at: morning(nowMs, untilMonday(nowMs)) },
  ];
}
