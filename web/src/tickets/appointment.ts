import type { Ticket } from '../api/types';
import { fromUtcText } from '../ui/dates';

const SOON_MS = 2 * 86_400_000;

/** When a ticket's customer wants to be seen or called, in milliseconds. */
export function appointmentOf({ other }: Pick<Ticket, 'other'>): number | null {
  const text = other?.['Preferred Appointment Date'];
  return text === undefined ? null : fromUtcText(text);
}

/** Fewer than two days ahead, or over. */
export function isSoon(at: number, now: number): boolean {
  return at - now < SOON_MS;
}
