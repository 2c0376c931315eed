import type { Ticket } from '../api/types';
import { amendTicket } from './conversation/store';
import { amendRow } from './list/store';

/** Takes over which department a ticket belongs to now; whatever else is known of it stays. */
export function takeDepartment({ id, department_id, ts, updated_at }: Ticket): void {
  amendRow(id, (row) => ({ ...row, department_id }));
  amendTicket(id, (now) => (now.info === null ? now : { ...now, info: { ...now.info, department_id, ts, updated_at } }));
}
