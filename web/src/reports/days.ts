/** The days of a report: a range of dates `YYYY-MM-DD`, shown as DD-MM-YYYY, never in the future. */
import { fromUtcText, toField } from '../ui/dates';
import { isDay } from '../ui/isDay';

/** Both days count. */
export interface ReportRange {
  start: string;
  end: string;
}

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 7;

const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/**
 * The day it is where the server counts days. An account that chose no timezone is counted in UTC, though
 * this browser shows its times in a zone of its own: a day that is today here only would be refused.
 */
export function todayOf(timezone: string, now: number): string {
  return timezone === '' ? isoDay(now) : toField(now).slice(0, 10);
}

export function daysLater(day: string, days: number): string {
  return isoDay(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
}

/** The last seven days, today among them. */
export function lastDays(today: string): ReportRange {
  return { start: daysLater(today, 1 - DEFAULT_DAYS), end: today };
}

/** Its days stay in order; but today may become an earlier day, with another timezone. */
export function isSound({ start, end }: ReportRange, today: string): boolean {
  return start !== '' && start <= end && end <= today;
}

export function isSame(one: ReportRange, other: ReportRange): boolean {
  return one.start === other.start && one.end === other.end;
}

const FROM = 'from';
const TO = 'to';

/** The days that an address asks for; null where it says none, or none there are. */
export function rangeIn(search: URLSearchParams, today: string): ReportRange | null {
  const range = { start: search.get(FROM) ?? '', end: search.get(TO) ?? '' };
  return isDay(range.start) && isDay(range.end) && isSound(range, today) ? range : null;
}

/** The same address with these days, or without any. */
export function withRange(search: URLSearchParams, range: ReportRange | null): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete(FROM);
  next.delete(TO);
  if (range !== null) {
    next.set(FROM, range.start);
    next.set(TO, range.end);
  }
  return next;
}

/** DD-MM-YYYY. */
export function shownDay(day: string): string {
  return day.split('-').reverse().join('-');
}

/** DD-MM-YYYY HH:MM where the reader is. */
export function shownTime(ms: number): string {
  const [day = '', time = ''] = toField(ms).split('T');
  return `${shownDay(day)} ${time}`;
}

/** The same of the server's text, which is in UTC. */
export function shownUtc(text: string): string {
  const ms = fromUtcText(text);
  return ms === 0 ? '–' : shownTime(ms);
}
