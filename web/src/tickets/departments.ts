import type { Ticket } from '../api/types';
import { amendTicket } from './conversation/store';
import { amendRow } from './list/store';
import { withPending } from './pendingActs';

/** Takes over which department a ticket belongs to now; whatever else is known of it stays. */
export function takeDepartment(ticket: Ticket): void {
  const { id, department_id, ts, updated_at } = withPending(ticket.id, ticket);
  amendRow(id, (row) => ({ ...row, department_id }));
  amendTicket(id, (now) => (now.info === null ? now : { ...now, info: { ...now.info, department_id, ts, updated_at } }));
}
