import type { TFunction } from 'i18next';
import { UTC } from '../session/profile/zones';
import type { Import, ImportDetail, ImportField, ImportKind, ImportSettings, ImportState } from './types';

export const KINDS: readonly ImportKind[] = ['contacts', 'tickets'];

/** The most bytes a file may have; the server refuses larger ones as well. */
export const FILE_BYTES_MAX = 25 * 1_048_576;

/** So many reasons are kept of a check or import. */
export const REFUSALS_MAX = 10_000;

/** Whether rows are being dealt with at this moment. */
export function isBusy(state: ImportState): boolean {
  return state === 'checking' || state === 'running';
}

/** Whether its columns can still be matched. */
export function maps(state: ImportState): boolean {
  return state === 'mapping' || state === 'checked';
}

/** Whether its counts are what would happen: nothing was written, or nobody can tell from here. */
export function isDryRun(state: ImportState): boolean {
  return state === 'checking' || state === 'checked' || state === 'failed';
}

export const COUNTED = ['created', 'updated', 'unchanged', 'refused'] as const;

/** Of 100, rounded down: only what is finished is 100. */
export function percentOf({ done, rows }: Pick<Import, 'done' | 'rows'>): number {
  return rows === 0 ? 0 : Math.min(100, Math.floor((100 * done) / rows));
}

/** The rows that a check did not refuse. */
export function acceptedRows({ rows, counts }: Pick<Import, 'rows' | 'counts'>): number {
  return Math.max(0, rows - counts.refused);
}

export function numberText(value: number, language: string): string {
  return new Intl.NumberFormat(language).format(value);
}

/** What a field is called: a custom one by its label, and one that this release does not know by its key. */
export function fieldName(key: string, fields: readonly ImportField[], t: TFunction): string {
  const label = fields.find((field) => field.key === key)?.label ?? '';
  if (label !== '') return label;
  // A colon would name another room's texts.
  return key.includes(':') ? key : t(`field.${key}`, { defaultValue: key });
}

/** For each field that is chosen, the columns that fill it. */
export function columnsOf(chosen: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const columns = new Map<string, number[]>();
  chosen.forEach((field, at) => {
    if (field !== '') columns.set(field, [...(columns.get(field) ?? []), at]);
  });
  return columns;
}

/** The columns whose field an earlier column fills already, each with that column. */
export function repeatedColumns(chosen: readonly string[]): [column: number, first: number][] {
  return [...columnsOf(chosen).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : others.map((at): [number, number] => [at, first]),
  );
}

/** By one field of each group rows say whom or what they mean. */
const REQUIRED: Readonly<Record<ImportKind, readonly (readonly string[])[]>> = {
  contacts: [['external_id', 'email', 'phone']],
  tickets: [
    ['title', 'description'],
    ['contact_name', 'contact_email', 'contact_phone'],
  ],
};

/** The groups of fields of which none is chosen, and one is required. */
export function missingFields(kind: ImportKind, chosen: readonly string[]): readonly (readonly string[])[] {
  return REQUIRED[kind].filter((group) => !group.some((key) => chosen.includes(key)));
}

/** The browser's time zone, by the name under which the time zone select has it. */
export function browserZone(): string {
  return zoneValue(new Intl.DateTimeFormat('en').resolvedOptions().timeZone);
}

/** UTC has several names; Chromium's name for the zone of a machine without one is known to no other program. */
export function zoneValue(zone: string): string {
  return zone === '' || zone === 'UTC' || zone === 'Etc/Unknown' ? UTC.value : zone;
}

/** What the form of the columns begins with; before the first check nobody chose a time zone. */
export function settingsOf({ import: { known, date_order, timezone, started_at }, columns }: ImportDetail): ImportSettings {
  return {
    fields: columns.map(({ field }) => field),
    known,
    date_order,
    timezone: started_at === null ? browserZone() : zoneValue(timezone),
  };
}

export const templateAddress = (kind: ImportKind) => `/api/imports/templates/${kind}`;
export const exportAddress = (kind: ImportKind) => `/api/exports/${kind}`;
export const refusalsAddress = (id: number) => `/api/imports/${id}/refusals.csv`;
