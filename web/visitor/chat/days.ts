import { locale, t } from '../texts';

const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' });
const full = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

export const clockTime = (ms: number) => time.format(ms);
export const fullTime = (ms: number) => full.format(ms);

export function dayKey(ms: number): string {
  return new Date(ms).toDateString();
}

export function dayName(ms: number): string {
  const now = Date.now();
  if (dayKey(ms) === dayKey(now)) return t.today;
  if (dayKey(ms) === dayKey(now - 86_400_000)) return t.yesterday;
  return day.format(ms);
}

const UNITS = ['B', 'KB', 'MB', 'GB'];

export function fileSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  const shown = unit === 0 || size >= 10 ? Math.round(size) : Math.round(size * 10) / 10;
  return `${shown} ${UNITS[unit] ?? ''}`;
}
