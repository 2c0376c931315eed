import type { ActionContext } from '../../actions/types';
import type { Ticket } from '../../api/types';
import { addressNow } from '../address';

const unread = ({ read, unread: count }: Ticket) => !read || count > 0;

/** The ticket after or before the one on screen, in the order of the list beside it. */
export function neighbour({ ticket, list }: ActionContext, step: 1 | -1): Ticket | undefined {
  if (ticket === null || list === null) return undefined;
  const at = list.rows.findIndex(({ id }) => id === ticket.info.id);
  return at === -1 ? (step === 1 ? list.rows[0] : undefined) : list.rows[at + step];
}

/** The next ticket with something unread: below the one on screen, else from the top. */
export function nextUnread({ ticket, list }: ActionContext): Ticket | undefined {
  if (list === null) return undefined;
  const own = ticket?.info.id ?? list.row?.id;
  const at = list.rows.findIndex(({ id }) => id === own);
  return [...list.rows.slice(at + 1), ...list.rows.slice(0, at + 1)].find((row) => row.id !== ticket?.info.id && unread(row));
}

/** Where a row of the list on screen opens. */
export const addressIn = ({ list }: ActionContext, row: Ticket): string => (list?.address ?? addressNow)(row);

/** Opens a ticket, in the list as it is filtered. */
export function openRow(context: ActionContext, row: Ticket | undefined): void {
  if (row === undefined) return;
  const { ticket, desk } = context;
  const path = addressIn(context, row);
  if (ticket !== null) ticket.go(path);
  else desk?.navigate(`${path}${window.location.search}`);
}
