import { api } from '../api/client';
import type { TicketInfo, TicketStatus } from '../api/types';
import { asProblem } from '../api/problem';
import { amend } from './conversation/store';

/** A status change is a system message with a status; a refused one means the ticket is gone. */
export async function changeStatus(number: string, info: TicketInfo, status: TicketStatus, line: string, seenId?: number): Promise<void> {
  if (info.closed === status) return;
  try {
    await api.post('/api/ticket/message', {
      _token: '-',
      ticket_id: info.id,
      message: line,
      sender: 'server',
      type: 'system',
      status,
      ...(seenId === undefined ? {} : { seen_id: seenId }),
    });
    amend(number, (now) => (now.info === null ? now : { ...now, info: { ...now.info, closed: status } }));
  } catch (thrown) {
    const problem = asProblem(thrown);
    // Without a line nothing was refused, so nothing is gone.
    if (problem.code === 'offline' || problem.code === 'unavailable' || problem.code === 'overtaken') throw problem;
    amend(number, (now) => ({ ...now, phase: 'missing', problem }));
  }
}
