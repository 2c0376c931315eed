import { api } from '../api/client';
import type { TicketInfo, TicketStatus } from '../api/types';
import { asProblem } from '../api/problem';
import { amend, flagMissing } from './conversation/store';

/** The line that says so goes along. */
export function statusLine(ticket_id: number, message: string, status: TicketStatus) {
  return { ticket_id, message, sender: 'server', type: 'system', status };
}

/** A status change is a system message with a status. One that fails without a reason flags the ticket as not found. */
export async function changeStatus(number: string, info: TicketInfo, status: TicketStatus, line: string, seenId?: number): Promise<void> {
  // A merged ticket has the status of none; the one that it goes on in has.
  if (info.closed === status || info.merged_into != null) return;
  try {
    await api.post('/api/ticket/message', {
      json: { _token: '-', ...statusLine(info.id, line, status), ...(seenId === undefined ? {} : { seen_id: seenId }) },
    });
    amend(number, (now) => (now.info === null ? now : { ...now, info: { ...now.info, closed: status } }));
  } catch (thrown) {
    const problem = asProblem(thrown);
    if (!flagMissing(info.id, problem)) throw problem;
  }
}
