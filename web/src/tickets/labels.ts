import type { Ticket } from '../api/types';
import { amendTicket } from './conversation/store';
import { amendRow } from './list/store';

/** Takes over what a ticket carries now; whatever else is known of it stays. */
export function takeLabels({ id, label, ts, updated_at }: Ticket): void {
  amendRow(id, (row) => ({ ...row, label }));
  amendTicket(id, (now) => (now.info === null ? now : { ...now, info: { ...now.info, label, ts, updated_at } }));
}
