import type { components } from '../api/openapi.gen';
import { amendTicket, useConversations } from './conversation/store';
import { amendRow, rowsKnown } from './list/store';

/** What a contact is called and reached by now, in the rows and in what is open. */
export function takeContact({ id, name, email, phone }: components['schemas']['ContactCard']): void {
  const rows = rowsKnown().filter((row) => row.contact_id === id);
  for (const ticket of new Set(rows.map((row) => row.id))) amendRow(ticket, (now) => ({ ...now, name, email, phone }));
  for (const { info } of Object.values(useConversations.getState().open)) {
    if (info?.contact?.id !== id) continue;
    amendTicket(info.id, (now) =>
      now.info?.contact == null ? now : { ...now, info: { ...now.info, name, email, phone, contact: { ...now.info.contact, name } } },
    );
  }
}

/** Tickets of some contacts that are open here. */
export function ticketsOpenOf(contacts: number[]): number[] {
  const open = Object.values(useConversations.getState().open);
  return open.flatMap(({ info }) => (info?.contact != null && contacts.includes(info.contact.id) ? [info.id] : []));
}
