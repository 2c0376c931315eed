import type { components } from '../../api/openapi.gen';
import { STATUSES } from '../model';

export type OwnDurations = components['schemas']['OwnDurations'];
export type OwnDuration = components['schemas']['OwnDuration'];

const two = (value: number) => String(value).padStart(2, '0');

/** Milliseconds as hours, minutes and seconds: 01:02:03. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
}

/** The rows in the order of the picker, the account's own statuses behind; what lasts has gone on for `goneMs` since it was read. */
export function rowsOf({ statuses, current }: OwnDurations, goneMs: number): OwnDuration[] {
  const place = (code: string) => (STATUSES as readonly string[]).indexOf(code) + 1 || STATUSES.length + 1;
  return statuses
    .map((status) => (status.code === current ? { ...status, ms: status.ms + Math.max(0, goneMs) } : status))
    .sort((a, b) => place(a.code) - place(b.code) || a.alternate.localeCompare(b.alternate));
}
