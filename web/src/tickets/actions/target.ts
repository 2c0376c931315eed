import type { ActionContext } from '../../actions/types';
import type { Ticket, TicketInfo } from '../../api/types';
import { isRunning, useSelection } from '../list/selection';
import { rowOf } from '../list/store';

/** The tickets that an action is for. */
export interface Target {
  ids: readonly number[];
  /** What is known of them. */
  rows: readonly Ticket[];
  /** The conversation on screen, where it is the only one. */
  info: TicketInfo | null;
}

/** The chosen ones; else the conversation on screen; else the row that the keys point at. */
export function targetOf({ one, ticket, list }: ActionContext): Target | null {
  const { chosen } = useSelection.getState();
  if (chosen.size > 0 && !one) return isRunning() ? null : { ids: [...chosen], rows: [...chosen].flatMap((id) => rowOf(id) ?? []), info: null };
  if (ticket !== null) return { ids: [ticket.info.id], rows: [ticket.info], info: ticket.info };
  if (list?.row === undefined || isRunning()) return null;
  return { ids: [list.row.id], rows: [list.row], info: null };
}

/** Whether there is something to change. What was merged into another ticket goes on there. */
export function hasTarget(context: ActionContext): boolean {
  const target = targetOf(context);
  return target !== null && target.info?.merged_into == null;
}
