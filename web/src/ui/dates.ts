/** Dates in the account's timezone, each form only in its own place. */

interface Parts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

/** What the clock shows at the beginning of a quarter of an hour; zones differ by whole ones. */
const quarters = new Map<number, Parts>();
const QUARTER_MS = 900_000;
const KEPT_QUARTERS = 10_000;
const formats = new Map<string, Intl.DateTimeFormat>();
let zone: string | undefined;

/** The account's timezone; an unknown name falls back to the browser's. */
export function setTimezone(name: string | undefined): void {
  try {
    if (name) new Intl.DateTimeFormat('en', { timeZone: name });
    zone = name === '' ? undefined : name;
  } catch {
    zone = undefined;
  }
  formats.clear();
  quarters.clear();
}

/** The IANA name of the timezone that dates are shown in: the account's, otherwise the browser's, otherwise UTC. */
export function currentTimezone(): string {
  if (zone !== undefined) return zone;
  const own = new Intl.DateTimeFormat('en').resolvedOptions().timeZone;
  // Chromium calls the zone of a machine without one "Etc/Unknown", which no other program knows.
  return own === 'Etc/Unknown' ? 'UTC' : own;
}

/** A long conversation asks thousands of times, and the browser's own answer is slow. */
function partsOf(ms: number): Parts {
  const quarter = Math.floor(ms / QUARTER_MS);
  let known = quarters.get(quarter);
  if (known === undefined) {
    if (quarters.size >= KEPT_QUARTERS) quarters.clear();
    known = readParts(quarter * QUARTER_MS);
    quarters.set(quarter, known);
  }
  const later = Math.floor((ms - quarter * QUARTER_MS) / 60_000);
  return { ...known, minute: known.minute + later };
}

function readParts(ms: number): Parts {
  let format = formats.get('parts');
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      hourCycle: 'h23',
      ...(zone === undefined ? {} : { timeZone: zone }),
    });
    formats.set('parts', format);
  }
  const found: Record<string, number> = {};
  for (const part of format.formatToParts(ms)) found[part.type] = Number(part.value);
  return {
    year: found['year'] ?? 0,
    month: found['month'] ?? 0,
    day: found['day'] ?? 0,
    hour: found['hour'] ?? 0,
    minute: found['minute'] ?? 0,
  };
}

const two = (value: number) => String(value).padStart(2, '0');
const DAY_MS = 86_400_000;

function sameDay(a: Parts, b: Parts): boolean {
  return a.day === b.day && a.month === b.month && a.year === b.year;
}

/** 09:05 */
export function clockTime(ms: number): string {
  const parts = partsOf(ms);
  return `${two(parts.hour)}:${two(parts.minute)}`;
}

/** Rows: today as time, yesterday as the word, otherwise D/M/YYYY. */
export function rowDate(ms: number, nowMs: number, yesterday: string): string {
  const then = partsOf(ms);
  if (sameDay(then, partsOf(nowMs))) return `${two(then.hour)}:${two(then.minute)}`;
  if (sameDay(then, partsOf(nowMs - DAY_MS))) return yesterday;
  return `${then.day}/${then.month}/${then.year}`;
}

/** Headings in a conversation: DD/MM/YYYY. */
export function dayHeading(ms: number): string {
  const parts = partsOf(ms);
  return `${two(parts.day)}/${two(parts.month)}/${parts.year}`;
}

/** DD/MM/YYYY 09:05, for hints. */
export function fullTime(ms: number): string {
  return `${dayHeading(ms)} ${clockTime(ms)}`;
}

/** A moment as a field for date and time holds it: YYYY-MM-DDTHH:MM. */
export function toField(ms: number): string {
  const { year, month, day, hour, minute } = partsOf(ms);
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;
}

/** The moment that such a field shows; null when it is empty. */
export function fromField(text: string): number | null {
  const wall = Date.parse(`${text}Z`);
  if (Number.isNaN(wall)) return null;
  // What the clock is ahead depends on the moment, which the first guess misses by that much.
  const ahead = (ms: number) => Date.parse(`${toField(ms)}Z`) - ms;
  return wall - ahead(wall - ahead(wall));
}

/** The server's "YYYY-MM-DD HH:MM:SS" in UTC, as milliseconds; 0 when it is none. */
export function fromUtcText(text: string): number {
  const ms = Date.parse(`${text.replace(' ', 'T')}Z`);
  return Number.isNaN(ms) ? 0 : ms;
}

/** When a day "YYYY-MM-DD" begins in the account's timezone, or so many days later; null when it is none. */
export function startOfDay(day: string, later = 0): number | null {
  const utc = Date.parse(`${day}T00:00:00Z`) + later * DAY_MS;
  if (Number.isNaN(utc)) return null;
  const shown = partsOf(utc);
  const ahead = Date.UTC(shown.year, shown.month - 1, shown.day, shown.hour, shown.minute) - utc;
  return utc - ahead;
}
