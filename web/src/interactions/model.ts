/** The timeline of a contact: what it is narrowed to, as its address says it, and how several lists become one. */
import type { components } from '../api/openapi.gen';
import type { Ticket, TicketPage } from '../api/types';
import { isDay } from '../ui/isDay';

export type ContactRow = components['schemas']['ContactRow'];

/** A ticket, a call or a live chat. */
export type Interaction = Ticket;

/** Where an interaction opens, as the workspace addresses it. */
export type PathOf = (interaction: Pick<Interaction, 'ticket_number' | 'channel' | 'livechat'>) => string;

/** Empty means whatever there is. */
export interface TimelineFilter {
  /** A channel's value. */
  channel: string;
  /** The first and the last day on which something happened, as `YYYY-MM-DD`. */
  from: string;
  until: string;
}

export const ANY: TimelineFilter = { channel: '', from: '', until: '' };

const CHANNEL = /^\w{1,64}$/;

/** What the address says, checked; what is none of it is left out. */
export function filterFrom(search: URLSearchParams): TimelineFilter {
  const channel = search.get('channel') ?? '';
  const [from = '', until = ''] = ['from', 'until'].map((name) => search.get(name) ?? '').map((day) => (isDay(day) ? day : ''));
  const isBackwards = from !== '' && until !== '' && from > until;
  return { channel: CHANNEL.test(channel) ? channel : '', from: isBackwards ? until : from, until: isBackwards ? from : until };
}

/** The same as an address; nothing stands there for what is not narrowed. */
export function filterTo(now: URLSearchParams, filter: TimelineFilter): URLSearchParams {
  const next = new URLSearchParams(now);
  for (const [name, value] of Object.entries(filter)) {
    if (value === '') next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

export function isNarrowed(filter: TimelineFilter): boolean {
  return Object.values(filter).some((value) => value !== '');
}

/** The interactions of a page; live chats stand in it by their visits. */
export function interactionsOf(data: TicketPage['data']): Interaction[] {
  return data.flatMap((row) => ('livechats' in row ? row.livechats : [row]));
}

/** What is loaded of a list, the newest first, and whether there is more of it. */
export interface LoadedList {
  rows: readonly Interaction[];
  hasMore: boolean;
}

/** Until when a list is known. */
const knownUntil = ({ rows, hasMore }: LoadedList) => (hasMore ? (rows.at(-1)?.ts ?? Infinity) : -Infinity);

/**
 * Several lists as one, the newest first and each row once. What is older than what a list still holds back
 * waits, so that nothing comes in between rows that somebody has read already.
 */
export function merged(lists: readonly LoadedList[]): Interaction[] {
  const from = Math.max(...lists.map(knownUntil));
  const rows = [...new Map(lists.flatMap((list) => list.rows).map((row) => [row.id, row])).values()];
  return rows.filter(({ ts }) => ts >= from).sort((one, other) => other.ts - one.ts || other.id - one.id);
}

/** The lists of which a page more is needed before the timeline goes on. */
export function heldBack<List extends LoadedList>(lists: readonly List[]): List[] {
  const from = Math.max(...lists.map(knownUntil));
  return lists.filter((list) => list.hasMore && knownUntil(list) >= from);
}

export function nameOf({ salutation, name }: Pick<ContactRow, 'salutation' | 'name'>): string {
  return [salutation, name].filter((part) => part !== '').join(' ');
}

/** Whoever has no other name is called by an address or number, which once is enough. */
export function reachOf({ name, email, phone }: Pick<ContactRow, 'name' | 'email' | 'phone'>): string {
  return [email, phone].filter((part) => part !== '' && part !== name).join(' · ');
}
