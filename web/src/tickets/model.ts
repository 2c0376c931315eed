import type { ChannelDeclaration, Ticket, TicketFilter, TicketKind, TicketStatus } from '../api/types';
import { belongs, compare, type Narrow } from './narrow';

export const FILTERS: readonly TicketFilter[] = ['open', 'pending', 'solved', 'closed', 'spam', 'all'];
export const STATUSES: readonly TicketStatus[] = [0, 1, 2, 3];
export const SPAM: TicketStatus = 5;
const STATUS_OF = { open: 0, pending: 1, solved: 2, closed: 3, spam: SPAM } as const;
export const PAGE = 30;
/** After a new ticket came in, only the newest forty stay in memory. */
export const KEPT_ROWS = 40;
export const KEPT_NOTICES = 40;

/** What the address says, checked; anything else is the open list. */
export function filterFrom(text: string | null): TicketFilter {
  return FILTERS.find((filter) => filter === text) ?? 'open';
}

export function inFilter(ticket: Pick<Ticket, 'closed'>, filter: TicketFilter): boolean {
  return filter === 'all' ? ticket.closed !== SPAM : STATUS_OF[filter] === ticket.closed;
}

/** What a list shows: the tickets of a filter, and of those the ones it is narrowed to. */
export interface Shown {
  filter: TicketFilter;
  narrow: Narrow;
}

/** Whether a ticket belongs to a list in which it is, or is not yet. */
export function inList(ticket: Ticket, { filter, narrow }: Shown, known: boolean): boolean {
  return inFilter(ticket, filter) && belongs(ticket, narrow, known);
}

/** Which list a ticket belongs to, as its channel declares; unknown channels are tickets. */
export function kindOf(
  ticket: Pick<Ticket, 'channel'>,
  channels: ReadonlyMap<string, ChannelDeclaration>,
): TicketKind {
  return channels.get(ticket.channel.toLowerCase())?.opens ?? 'ticket';
}

export function assigneesOf(ticket: Pick<Ticket, 'assignee'>): string[] {
  return ticket.assignee
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Puts a ticket where it belongs: in the order of the list, or out of it when it does not belong there. */
export function place(rows: readonly Ticket[], ticket: Ticket, shown: Shown, wasThere = false): Ticket[] {
  const others = rows.filter((row) => row.id !== ticket.id);
  if (!inList(ticket, shown, wasThere || others.length < rows.length)) return others;
  const order = compare(shown.narrow.sort);
  const at = others.findIndex((row) => order(ticket, row) <= 0);
  if (at === -1) return [...others, ticket];
  return [...others.slice(0, at), ticket, ...others.slice(at)];
}

/** A later page laid behind what is known; rows that moved meanwhile are not shown twice. */
export function append(rows: readonly Ticket[], page: readonly Ticket[]): Ticket[] {
  const known = new Set(rows.map((row) => row.id));
  return [...rows, ...page.filter((row) => !known.has(row.id))];
}

/**
 * A first page that was read anew, before what is known of the pages behind it. Where the two do not meet,
 * or the page is all there is, nobody knows what is behind.
 */
export function layFirst(page: readonly Ticket[], known: readonly Ticket[], order: (a: Ticket, b: Ticket) => number, isFull: boolean): Ticket[] {
  const ids = new Set(page.map((row) => row.id));
  const last = page.at(-1);
  if (!isFull || last === undefined || !known.some((row) => ids.has(row.id))) return [...page];
  return [...page, ...known.filter((row) => !ids.has(row.id) && order(last, row) <= 0)];
}

/** Whether an address names this ticket: by its number, or by its id. */
export function isNamed(ticket: Pick<Ticket, 'id' | 'ticket_number'>, name: string | undefined): boolean {
  return name !== undefined && (String(ticket.ticket_number) === name || String(ticket.id) === name);
}

/** The name shown for a ticket: the customer's, or the title when nobody is known. */
export function customerOf(ticket: Pick<Ticket, 'name' | 'email' | 'phone' | 'title'>): string {
  return ticket.name || ticket.email || ticket.phone || ticket.title;
}
