import type { TicketInfo, TicketStatus } from '../api/types';
import { asProblem } from '../api/problem';
import { changeClosed } from './changes';
import { flagMissing, useConversations } from './conversation/store';

/**
 * A status change is a system message with a status, and shows at once. One that fails without a reason
 * flags the ticket as not found where it is on screen; false for that.
 */
export async function changeStatus(number: string, info: TicketInfo, status: TicketStatus, line: string, seenId?: number): Promise<boolean> {
  // A merged ticket has the status of none; the one that it goes on in has.
  if (info.closed === status || info.merged_into != null) return true;
  try {
    await changeClosed(info.id, status, { line, seenId });
    return true;
  } catch (thrown) {
    const problem = asProblem(thrown);
    // Whoever went on would see nothing of the flag.
    const isOpen = useConversations.getState().open[number]?.place === 'open';
    if (!isOpen || !flagMissing(info.id, problem)) throw problem;
    return false;
  }
}
