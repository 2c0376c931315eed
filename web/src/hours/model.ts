import type { BusinessCalendar, WeeklyTime } from '../api/types';

/** 1 for Monday to 7 for Sunday. */
export const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** A new calendar begins with the week that most offices have. */
export function officeWeek(): WeeklyTime[] {
  return [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '18:00' }));
}

/** Where every time stands in the list, by the day it begins on and in order. */
export function linesOf(weekly: readonly WeeklyTime[], day: number): { at: number; time: WeeklyTime }[] {
  return weekly
    .map((time, at) => ({ at, time }))
    .filter(({ time }) => time.day === day)
    .sort((a, b) => a.time.from.localeCompare(b.time.from));
}

/** One more time of a day: after the last one, or office hours. */
export function nextTime(weekly: readonly WeeklyTime[], day: number): WeeklyTime {
  const last = linesOf(weekly, day).at(-1)?.time;
  if (last === undefined) return { day, from: '09:00', to: '18:00' };
  const hour = Number(last.to.slice(0, 2));
  if (last.to <= last.from || hour > 21) return { day, from: '00:00', to: '01:00' };
  const two = (value: number) => String(value).padStart(2, '0');
  return { day, from: `${two(hour + 1)}:00`, to: `${two(hour + 2)}:00` };
}

/** What goes on into the next day. */
export function crossesMidnight({ from, to }: WeeklyTime): boolean {
  return from !== '' && to !== '' && to <= from && to !== '24:00';
}

/** A browser's field has no 24:00; at the end it means the same as 00:00 of the next day. */
export function asStored(weekly: readonly WeeklyTime[]): WeeklyTime[] {
  return weekly.map((time) => (time.to === '00:00' ? { ...time, to: '24:00' } : time));
}

export function asShown(weekly: readonly WeeklyTime[]): WeeklyTime[] {
  return weekly.map((time) => (time.to === '24:00' ? { ...time, to: '00:00' } : time));
}

/** "Mon–Fri 09:00–18:00, Sat 10:00–14:00" */
export function summary(weekly: readonly WeeklyTime[], names: readonly string[]): string {
  const days = DAYS.map((day) => linesOf(weekly, day).map(({ time }) => `${time.from}–${time.to}`).join(' + '));
  const parts: string[] = [];
  for (let from = 0; from < days.length; ) {
    const times = days[from] ?? '';
    let to = from;
    while (to + 1 < days.length && days[to + 1] === times) to += 1;
    const first = names[from] ?? '';
    const last = names[to] ?? '';
    if (times !== '') parts.push(`${from === to ? first : `${first}–${last}`} ${times}`);
    from = to + 1;
  }
  return parts.join(', ');
}

/** All time zones the browser knows; UTC is none of its own. */
export function zones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
}

/** A moment as the clock of a calendar shows it. */
export function inZone(ms: number, zone: string, language: string): string {
  const options = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat(language, { ...options, timeZone: zone }).format(ms);
  } catch {
    return new Intl.DateTimeFormat(language, options).format(ms);
  }
}

/** A date without a time, in a language. */
export function shownDate(date: string, yearly: boolean, language: string): string {
  const ms = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(ms)) return date;
  return new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
    ...(yearly ? {} : { year: 'numeric', weekday: 'short' }),
  }).format(ms);
}

export function calendarName(calendars: readonly BusinessCalendar[], id: number | null | undefined): string | null {
  return calendars.find((calendar) => calendar.id === id)?.name ?? null;
}
