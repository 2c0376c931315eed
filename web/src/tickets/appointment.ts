import type { Ticket } from '../api/types';
import { clockTime, fromUtcText, toField } from '../ui/dates';

const DAY_MS = 86_400_000;
const SOON_MS = 2 * DAY_MS;

/** When a ticket's customer wants to be seen or called, in milliseconds. */
export function appointmentOf({ other }: Pick<Ticket, 'other'>): number | null {
  const text = other['Preferred Appointment Date'];
  return text == null ? null : fromUtcText(text);
}

/** Fewer than two days ahead, or over. */
export function isSoon(at: number, now: number): boolean {
  return at - now < SOON_MS;
}

/** Key and time of the words for an appointment of today or tomorrow, in the account's timezone; null for other days. */
export function nearWords(at: number, now: number): { key: string; time: string } | null {
  const [day = '', today = ''] = [at, now].map((ms) => toField(ms).slice(0, 10));
  // Counted in days of the calendar: a day of the zone may have 23 or 25 hours.
  const ahead = (Date.parse(day) - Date.parse(today)) / DAY_MS;
  if (ahead !== 0 && ahead !== 1) return null;
  return { key: ahead === 0 ? 'tickets.today_at' : 'tickets.tomorrow_at', time: clockTime(at) };
}
