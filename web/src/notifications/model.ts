import type { components } from '../api/openapi.gen';

export type Notice = components['schemas']['Notification'];

export const CATEGORIES = ['sla', 'trade', 'system'] as const;
export type Category = (typeof CATEGORIES)[number];

export function isCategory(name: string): name is Category {
  return (CATEGORIES as readonly string[]).includes(name);
}

/** The address of a notice's picture: the configured base, then its uid and file name. */
export function pictureOf({ img }: Pick<Notice, 'img'>, base: string): string | null {
  if (img == null || base === '') return null;
  return [base, encodeURIComponent(img.uid), encodeURIComponent(img.file_name)].join('/');
}

/** Where a click leads; null when there is nothing to open. */
export function pathOf(notice: Notice): string | null {
  if (notice.category === 'trade') return `/analyst_intelligence/${notice.id}`;
  return canView(notice) ? `/${notice.channel}/${encodeURIComponent(notice.ticket_number)}` : null;
}

/** 'View' is only for what is a ticket or a live chat. */
export function canView(notice: Notice): boolean {
  return (notice.channel === 'ticket' || notice.channel === 'livechat') && notice.ticket_number !== '';
}

export interface Age {
  unit: 'seconds' | 'minutes' | 'hours' | 'days' | 'weeks';
  count: number;
}

/** How long ago something was; null up to five seconds, which is shown as 'Now'. */
export function ageOf(seconds: number): Age | null {
  const s = Math.floor(seconds);
  if (s <= 5) return null;
  if (s < 60) return { unit: 'seconds', count: s };
  if (s < 3_600) return { unit: 'minutes', count: Math.floor(s / 60) };
  if (s < 86_400) return { unit: 'hours', count: Math.floor(s / 3_600) };
  if (s < 604_800) return { unit: 'days', count: Math.floor(s / 86_400) };
  return { unit: 'weeks', count: Math.floor(s / 604_800) };
}

export const PAGE = 10;
/** Cards and the browser's own notifications on screen at once. */
export const SHOWN_MAX = 3;
