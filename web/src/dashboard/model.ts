/** Figures of the dashboard as they are shown: changes, durations, days in words. */
import type { Dashboard, DashboardDay, DashboardShareDays } from './types';

/** Days YYYY-MM-DD; both count. */
export interface DashboardRange {
  start: string;
  end: string;
}

/** The last so many days, today among them. */
export const PRESETS: readonly DashboardShareDays[] = [7, 30, 90];
export const DEFAULT_PRESET: DashboardShareDays = 30;
/** As the server takes them. */
export const DAYS_MAX = 366;
export const EXPIRES_MAX_DAYS = 365;
export const NAME_MAX = 80;

const DAY_MS = 86_400_000;
const utcOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

export function presetRange(today: string, days: number): DashboardRange {
  return { start: new Date(utcOf(today) - (days - 1) * DAY_MS).toISOString().slice(0, 10), end: today };
}

export function dayCount({ start, end }: DashboardRange): number {
  return Math.round((utcOf(end) - utcOf(start)) / DAY_MS) + 1;
}

/** What keeps a range from being asked for. */
export type RangeFault = 'future' | 'too_long';

/** Its days stay in order; but today may become an earlier day, with another timezone. */
export function faultOf(range: DashboardRange, today: string): RangeFault | null {
  if (range.end > today) return 'future';
  return dayCount(range) > DAYS_MAX ? 'too_long' : null;
}

export interface Change {
  direction: 'up' | 'down' | 'same';
  by: number;
}

export function changeOf(now: number, before: number): Change {
  return { direction: now > before ? 'up' : now < before ? 'down' : 'same', by: Math.abs(now - before) };
}

export function ratingCount({ ratings }: Pick<Dashboard, 'ratings'>): number {
  return ratings.reduce((sum, { count }) => sum + count, 0);
}

/** Whether there is no figure to show, of the range or of what was before it. */
export function isEmpty(dashboard: Dashboard): boolean {
  const { opened, opened_before, resolved, resolved_before, waiting } = dashboard;
  return opened + opened_before + resolved + resolved_before + waiting + ratingCount(dashboard) === 0;
}

/** The day on which most was opened; the first one of several. */
export function busiestDay(days: readonly DashboardDay[]): DashboardDay | undefined {
  return days.reduce<DashboardDay | undefined>((most, day) => (most === undefined || day.opened > most.opened ? day : most), undefined);
}

/** DD-MM-YYYY, as reports write days. */
export function shownDay(day: string): string {
  return day.split('-').reverse().join('-');
}

/** Days before months, as everywhere here. */
const LOCALES: Readonly<Record<string, string>> = { en: 'en-GB' };

/** 5 October 2026, in the language. */
export function dayInWords(day: string, language: string): string {
  return new Intl.DateTimeFormat(LOCALES[language] ?? language, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(utcOf(day));
}

/** 14:05 on the clocks of a timezone; an unknown one falls back to the browser's. */
export function clockIn(ms: number, timezone: string): string {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: timezone }).format(ms);
  } catch {
    return new Intl.DateTimeFormat('en-GB', options).format(ms);
  }
}

/** A bar for each name: groups that no screen has a name for are one. The most first. */
export function channelBars(groups: readonly { group: string; count: number }[], nameOf: (group: string) => string): { key: string; label: string; count: number }[] {
  const bars = new Map<string, { key: string; label: string; count: number }>();
  for (const { group, count } of groups) {
    const label = nameOf(group);
    const known = bars.get(label);
    if (known === undefined) bars.set(label, { key: group, label, count });
    else known.count += count;
  }
  return [...bars.values()].sort((a, b) => b.count - a.count);
}
