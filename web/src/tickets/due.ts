/** What of a ticket is due under its SLA, as the socket tells it: on rows, in conversations, and in lists that are by it, those in memory included. */
import type { TicketDue } from '../ui/due/moment';
import { amendTicket } from './conversation/store';
import { takeIntoKept } from './list/kept';
import { amendRow, knownRow, openList, rowOf, takeTicket, useTicketList } from './list/store';
import { compare, isDue } from './narrow';

/** However much comes into a list from outside of it, it is read once in so long. */
const PAUSE_MS = 2_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Takes over what is due; whatever else is known of the ticket stays. */
export function takeDue({ ticket_id: id, due }: { ticket_id: number; due: TicketDue | null }): void {
  amendTicket(id, (now) => (now.info === null ? now : { ...now, info: { ...now.info, due } }));
  const isShown = rowOf(id) !== undefined;
  const row = knownRow(id);
  if (!isShown && comesIn(due)) readSoon();
  if (row === undefined) return;
  if (isShown && useTicketList.getState().narrow.sort === 'due') {
    // It may have another place, or none.
    takeTicket({ ...row, due }, 'update');
  } else {
    amendRow(id, (now) => ({ ...now, due }));
    takeIntoKept({ ...row, due });
  }
}

/** A clock warned, or was breached: by the time alone its ticket may have come into a list. */
export function takeClock({ ticket_id, livechat, due_at }: { ticket_id: number; livechat: boolean; due_at: number }): void {
  const { narrow, rows } = useTicketList.getState();
  if (livechat || narrow.due === '' || rows.some(({ id }) => id === ticket_id)) return;
  if (isDue({ at: due_at }, narrow.due, Date.now())) readSoon();
}

/** Whether a ticket of which nothing is known here may be in the list now, by what is due of it. */
function comesIn(due: TicketDue | null): boolean {
  const { narrow, rows, more } = useTicketList.getState();
  if (due === null || narrow.sort !== 'due' || !isDue(due, narrow.due, Date.now())) return false;
  const last = rows.at(-1);
  // What belongs behind the last row comes with the page that has it.
  return more === 'none' || last === undefined || compare('due')({ ts: 0, severity: '', due }, last) <= 0;
}

function readSoon(): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    const { phase, filter, narrow } = useTicketList.getState();
    if (phase === 'ready' && narrow.sort === 'due') void openList(filter, true, narrow);
  }, PAUSE_MS);
}
