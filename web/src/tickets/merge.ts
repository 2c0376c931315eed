import { api } from '../api/client';
import { asProblem } from '../api/problem';
import type { LinkedTicket, Ticket, TicketInfo } from '../api/types';
import { openDialog } from '../ui/dialog';
import { toastError, toastNotice, toastSuccess, toastUndo } from '../ui/toast';
import { readAnew } from './conversation/read';
import { takeLinks } from './related';
import { say } from './texts';

type TicketNumber = Ticket['ticket_number'];

async function told<T>(act: () => Promise<T>): Promise<T | null> {
  try {
    return await act();
  } catch (thrown) {
    toastError(asProblem(thrown).description ?? say('tidy.failed'));
    return null;
  }
}

/** A ticket that another one may be merged into or related to. */
export interface Picked {
  id: number;
  ticket_number: TicketNumber;
  title: string;
  name: string;
  channel: string;
  closed: number;
}

/** Merges a ticket into another one; true when that is done. */
export async function mergeInto(info: TicketInfo, into: Picked, why: string): Promise<boolean> {
  const done = await told(() => api.put('/api/tickets/{id}/merge', { path: { id: info.id }, json: { into: into.id, why } }));
  if (done === null) return false;
  await Promise.all([readAnew(info.id), readAnew(into.id)]);
  const values = { number: into.ticket_number };
  toastUndo(say('merge.done', values), { label: say('tidy.undo'), run: () => void takeBack(info.id, info.ticket_number) });
  return true;
}

/** What was split off comes back. */
export async function mergeBack(source: number, into: number): Promise<void> {
  const done = await told(() => api.put('/api/tickets/{id}/merge', { path: { id: source }, json: { into, why: '' } }));
  if (done === null) return;
  await Promise.all([readAnew(source), readAnew(into)]);
  toastSuccess(say('split.undone'));
}

async function takeBack(source: number, number: TicketNumber): Promise<void> {
  const done = await told(() => api.delete('/api/tickets/{id}/merge', { path: { id: source } }));
  if (done === null) return;
  await readAnew(source);
  if (done.reopened) toastSuccess(say('merge.undone'));
  else toastNotice(say('merge.undone_closed', { number }));
}

/** Takes a merge back, after saying what goes and what stays. */
export function undoMerge(source: number, number: TicketNumber): void {
  openDialog({
    title: say('merge.undo_title', { number }),
    text: say('merge.undo_text'),
    confirm: { label: say('merge.undo'), run: () => void takeBack(source, number) },
  });
}

export async function relate(info: TicketInfo, to: Picked): Promise<boolean> {
  const done = await told(() => api.post('/api/tickets/{id}/links', { path: { id: info.id }, json: { to: to.id } }));
  if (done === null) return false;
  takeLinks(info.id, done.data);
  toastSuccess(say('link.done', { number: to.ticket_number }));
  return true;
}

export async function unrelate(info: TicketInfo, to: LinkedTicket): Promise<void> {
  const done = await told(() => api.delete('/api/tickets/{id}/links/{other}', { path: { id: info.id, other: to.id } }));
  if (done === null) return;
  takeLinks(info.id, done.data);
  toastUndo(say('link.removed', { number: to.ticket_number }), { label: say('tidy.undo'), run: () => void relate(info, to) });
}
