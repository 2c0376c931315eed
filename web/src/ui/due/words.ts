/** How what is due of a ticket reads: how urgent it is, and how much of its time is left. Every `t` is that of `useDueTexts`. */
import type { TFunction } from 'i18next';
import { dueAt, isOverdue, type TicketDue } from './moment';

/** How urgent it is: time is left, most of it has passed, all of it has, or it stands still. */
export type Urgency = 'calm' | 'warned' | 'overdue' | 'paused';

type Unit = 'minute' | 'hour' | 'day';

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
/** Up to two days hours tell more than days do. */
const DAYS_FROM_HOURS = 48;

export function urgencyOf(due: TicketDue, now: number): Urgency {
  if (due.state === 'paused') return 'paused';
  if (isOverdue(due, now)) return 'overdue';
  return (due.warn_at ?? Infinity) <= now ? 'warned' : 'calm';
}

/** Milliseconds that are left, less than none when it is overdue; null where nobody can say. */
export function leftOf(due: TicketDue, now: number): number | null {
  if (due.state === 'paused') return due.remaining_ms ?? null;
  const at = dueAt(due);
  return at === null ? null : at - now;
}

/** A length of time in one unit. Of what is left a minute that has begun counts, of what has passed one that is full; both begin with one. */
function spanOf(ms: number): { n: number; unit: Unit } {
  const minutes = Math.max(1, Math.abs(Math.ceil(ms / MINUTE_MS)));
  if (minutes < HOUR_MINUTES) return { n: minutes, unit: 'minute' };
  const hours = Math.floor(minutes / HOUR_MINUTES);
  return hours < DAYS_FROM_HOURS ? { n: hours, unit: 'hour' } : { n: Math.floor(hours / 24), unit: 'day' };
}

const formats = new Map<string, Intl.NumberFormat>();

/** "12 minutes", in a language. */
export function spanWords(ms: number, language: string): string {
  const { n, unit } = spanOf(ms);
  const key = `${language} ${unit}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  formats.set(key, format);
  return format.format(n);
}

/** "12m", and "-25m" for what is overdue. */
export function shortSpan(ms: number, t: TFunction): string {
  const { n, unit } = spanOf(ms);
  return `${ms <= 0 ? '-' : ''}${t(`short_${unit}`, { n })}`;
}

/** "First reply due in 12 minutes"; null where nobody can say when. */
export function dueWords(due: TicketDue, now: number, t: TFunction, language: string): string | null {
  const left = leftOf(due, now);
  if (left === null) return null;
  const isOver = left <= 0;
  const key = due.state === 'paused' ? (isOver ? 'paused_over' : 'paused') : isOver ? 'over' : 'in';
  return t(key, { metric: t(`metric.${due.metric}`), time: spanWords(left, language) });
}

/** Minutes of a target as people say them: "1 h 30 min". Hours do not become days, since a desk's day has fewer of them. */
export function targetWords(minutes: number, t: TFunction): string {
  const hours = Math.floor(minutes / HOUR_MINUTES);
  const rest = minutes % HOUR_MINUTES;
  return [hours > 0 ? t('hours', { n: hours }) : '', rest > 0 || hours === 0 ? t('minutes', { n: rest }) : ''].filter((part) => part !== '').join(' ');
}
