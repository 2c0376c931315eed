import type { Ticket } from '../api/types';
import type { QueueChange, QueuedVisitor } from '../realtime/envelope';

/** Live chats of one visitor's session stand together. */
export interface Group {
  session_id: string;
  session_name: string;
  ts: number;
  livechats: readonly Ticket[];
}

/** A row of a list: the chats of one visit. */
type Visit = Pick<Group, 'session_name' | 'livechats'> & { session_id: number };

export type Filter = 'open' | 'all';

/** A live chat as the server shows it. */
export type LiveTicket = Ticket & { livechat?: boolean };

/** Where a live chat opens. */
export function pathOf({ ticket_number }: Pick<Ticket, 'ticket_number'>): string {
  return `/livechat/${encodeURIComponent(ticket_number)}`;
}

export function sessionOf(ticket: Ticket): string {
  return String(ticket.session_id ?? `ticket ${ticket.id}`);
}

export function isLiveChat(ticket: LiveTicket): boolean {
  return ticket.livechat;
}

export function belongs(ticket: Ticket, filter: Filter): boolean {
  return filter === 'all' ? ticket.closed !== 5 : ticket.closed === 0;
}

const newestFirst = (one: { ts: number }, other: { ts: number }) => other.ts - one.ts;

/** Puts one chat into its group, or takes it out when it does not belong; empty groups go. */
export function placeChat(groups: readonly Group[], ticket: Ticket, filter: Filter): Group[] {
  const id = sessionOf(ticket);
  const known = groups.find((group) => group.session_id === id);
  const others = (known?.livechats ?? []).filter((chat) => chat.id !== ticket.id);
  const livechats = belongs(ticket, filter) ? [...others, ticket].sort(newestFirst) : others;
  const rest = groups.filter((group) => group.session_id !== id);
  if (livechats.length === 0) return rest;
  const name = [ticket.session_name, known?.session_name, ticket.name].find(Boolean);
  const group: Group = {
    session_id: id,
    session_name: name ?? '',
    ts: Math.max(...livechats.map((chat) => chat.ts)),
    livechats,
  };
  return [...rest, group].sort(newestFirst);
}

/** Pages may carry one session twice; both ways of arriving end in the same groups. */
export function placeGroups(groups: readonly Group[], raw: readonly (Ticket | Visit)[], filter: Filter): Group[] {
  let next = [...groups];
  for (const group of raw) {
    if (!('livechats' in group)) continue;
    for (const chat of group.livechats) {
      next = placeChat(next, { ...chat, session_id: group.session_id, session_name: group.session_name }, filter);
    }
  }
  return next;
}

export function chatOf(groups: readonly Group[], number: string): Ticket | undefined {
  for (const group of groups) {
    const found = group.livechats.find((chat) => String(chat.ticket_number) === number);
    if (found) return found;
  }
  return undefined;
}

export function changeChat(groups: readonly Group[], id: number, change: (chat: Ticket) => Ticket): Group[] {
  return groups.map((group) => ({
    ...group,
    livechats: group.livechats.map((chat) => (chat.id === id ? change(chat) : chat)),
  }));
}

/** What a page is called: its title, else its path, else its site; empty for no page of a site. */
export function pageName(url: string, title: string): string {
  const [, host, path] = /^https?:\/\/([^/?#]+)([^?#]*)/.exec(url) ?? [];
  if (host === undefined) return '';
  if (title.trim() !== '') return title.trim();
  return path === undefined || path === '' || path === '/' ? host : path;
}

const two = (value: number) => String(value).padStart(2, '0');

/** 0:07, 12:40, 1:02:03 */
export function waitText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** From here on a visitor has waited for long. */
export const LONG_WAIT_MS = 180_000;

export function inOrder(queue: readonly QueuedVisitor[]): QueuedVisitor[] {
  return [...queue].sort((one, other) => one.number - other.number || one.waiting_since_ms - other.waiting_since_ms);
}

/** As many of those who wait are shown. */
export const SHOWN = 200;

/** The queue after one place was taken or left, numbered anew. */
export function afterChange(queue: readonly QueuedVisitor[], change: QueueChange): QueuedVisitor[] {
  const others = queue.filter((one) => one.session !== change.session);
  const all = change.visitor === undefined ? others : [...others, change.visitor];
  return all
    .sort((one, other) => one.waiting_since_ms - other.waiting_since_ms || one.session - other.session)
    .slice(0, SHOWN)
    .map((one, at) => ({ ...one, number: at + 1 }));
}
