import type { Ticket } from '../api/types';
import { amendTicket } from './conversation/store';
import { amendRow } from './list/store';
import { withPending } from './pendingActs';

/** Takes over what a ticket carries now; whatever else is known of it stays. */
export function takeLabels(ticket: Ticket): void {
  const { id, label, ts, updated_at } = withPending(ticket.id, ticket);
  amendRow(id, (row) => ({ ...row, label }));
  amendTicket(id, (now) => (now.info === null ? now : { ...now, info: { ...now.info, label, ts, updated_at } }));
}
