import type { Ticket, TicketPage } from './types';

/** The tickets of a list; live chats stand in groups there. */
export function ticketsOf(rows: TicketPage['data']): Ticket[] {
  return rows.filter((row) => 'id' in row);
}
