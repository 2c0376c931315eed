import { api } from '../api/client';
import type { LinkedTicket, Ticket } from '../api/types';
import { amendTicket, useConversations } from './conversation/store';

let readings = 0;
/** By ticket: of several answers, the one that was asked for last counts. */
const lastReading = new Map<number, number>();

/** What became of a contact's way to write to us, in every conversation with them that is open. */
export function takeBlocked(contactId: number, blocked: boolean): void {
  for (const { info } of Object.values(useConversations.getState().open)) {
    if (info?.contact?.id !== contactId) continue;
    amendTicket(info.id, (now) => (now.info === null ? now : { ...now, info: { ...now.info, blocked } }));
  }
}

export function takeLinks(id: number, links: LinkedTicket[]): void {
  amendTicket(id, (now) => (now.info === null ? now : { ...now, info: { ...now.info, links } }));
}

/** Reads to which tickets an open one is related; nothing else of it is anything new. */
export async function readLinks(id: number): Promise<void> {
  const open = Object.values(useConversations.getState().open).find(({ info }) => info?.id === id);
  if (open === undefined) return;
  const mine = ++readings;
  lastReading.set(id, mine);
  try {
    const { data } = await api.get('/api/ticket/info/{token}/{id}', { path: { token: '-', id: open.number } });
    if (lastReading.get(id) === mine) takeLinks(id, data.links);
  } catch {
    // They stay as they were; opening the ticket reads them as well.
  }
}

/** A ticket has another status; those that are related to it show it. */
export function takeLinkedStatus(id: number, closed: Ticket['closed']): void {
  for (const { info } of Object.values(useConversations.getState().open)) {
    const links = info?.links;
    if (info === null || !links?.some((link) => link.id === id)) continue;
    takeLinks(info.id, links.map((link) => (link.id === id ? { ...link, closed } : link)));
  }
}
