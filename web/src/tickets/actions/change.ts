import type { ActionContext } from '../../actions/types';
import { changeMany } from '../list/many';
import type { Bulk } from '../list/selection';
import type { TicketInfo } from '../../api/types';
import { targetOf } from './target';

/** Makes a change to the tickets an action is for: to the one on screen by `one`, to others one after the other. */
export function change(context: ActionContext, bulk: Bulk, one?: (info: TicketInfo) => void): void {
  const target = targetOf(context);
  if (target === null) return;
  if (target.info !== null && one !== undefined) one(target.info);
  else changeMany(target.rows, target.ids, bulk);
}
