import { labelIds } from '../api/labels';
import type { ChannelDeclaration, Ticket, TicketFilter, TicketKind, TicketStatus } from '../api/types';

export const FILTERS: readonly TicketFilter[] = ['open', 'pending', 'solved', 'closed', 'all'];
export const STATUSES: readonly TicketStatus[] = [0, 1, 2, 3];
export const PAGE = 30;
/** After a new ticket came in, only the newest forty stay in memory. */
export const KEPT_ROWS = 40;
export const KEPT_NOTICES = 40;

/** What the address says, checked; anything else is the open list. */
export function filterFrom(text: string | null): TicketFilter {
  return FILTERS.find((filter) => filter === text) ?? 'open';
}

export function inFilter(ticket: Pick<Ticket, 'closed'>, filter: TicketFilter): boolean {
  return filter === 'all' || FILTERS.indexOf(filter) === ticket.closed;
}

/** Labels a list may be narrowed to at once. */
export const LABELS_WANTED = 8;

/** Ids of labels as the address has them; what is none is left out. */
export function labelsFrom(text: string | null): number[] {
  const ids = (text ?? '').split(',').map(Number);
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id > 0))].slice(0, LABELS_WANTED).sort((a, b) => a - b);
}

/** What a list shows: the tickets of a filter, and of those the ones with any of the labels. */
export interface Shown {
  filter: TicketFilter;
  /** None means whatever they carry. */
  labels: readonly number[];
}

export function inList(ticket: Pick<Ticket, 'closed' | 'label'>, { filter, labels }: Shown): boolean {
  if (!inFilter(ticket, filter)) return false;
  return labels.length === 0 || labelIds(ticket).some((id) => labels.includes(id));
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

/** Of two changed in the same second, the one already in front stays there. */
export function newestFirst(a: Ticket, b: Ticket): number {
  return b.ts - a.ts;
}

/** Puts a ticket where it belongs: in the list by time, or out of it when it does not belong there. */
export function place(rows: readonly Ticket[], ticket: Ticket, shown: Shown): Ticket[] {
  const others = rows.filter((row) => row.id !== ticket.id);
  if (!inList(ticket, shown)) return others;
  const at = others.findIndex((row) => row.ts <= ticket.ts);
  if (at === -1) return [...others, ticket];
  return [...others.slice(0, at), ticket, ...others.slice(at)];
}

/** A later page laid behind what is known; rows that moved meanwhile are not shown twice. */
export function append(rows: readonly Ticket[], page: readonly Ticket[]): Ticket[] {
  const known = new Set(rows.map((row) => row.id));
  return [...rows, ...page.filter((row) => !known.has(row.id))];
}

/** Whether an address names this ticket: by its number, or by its id. */
export function isNamed(ticket: Pick<Ticket, 'id' | 'ticket_number'>, name: string | undefined): boolean {
  return name !== undefined && (String(ticket.ticket_number) === name || String(ticket.id) === name);
}

/** The name shown for a ticket: the customer's, or the title when nobody is known. */
export function customerOf(ticket: Pick<Ticket, 'name' | 'email' | 'phone' | 'title'>): string {
  return ticket.name || ticket.email || ticket.phone || ticket.title;
}
