import i18next from 'i18next';
import { asProblem } from '../api/problem';
import type { Ticket } from '../api/types';
import { problemText } from '../ui/ErrorPlace';
import { toastError } from '../ui/toast';
import { amendTicket, infoOf } from './conversation/store';
import { knownRow, rowOf, takeTicket } from './list/store';
import { actsAfter, beginAct, endAct, fieldsOf, type PendingAct, type ShownFields } from './pendingActs';
import { say } from './texts';

/** What is known of a ticket at this moment, from its row or its conversation. */
export function shownTicket(ticketId: number): Ticket | undefined {
  return knownRow(ticketId) ?? infoOf(ticketId);
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Shows fields of a ticket in its lists and its conversation. A row leaves a list it belongs to no longer, and comes back. */
function show(ticketId: number, fields: ShownFields, row: Ticket | undefined, arrival: 'update' | 'back'): void {
  const { participants: _people, snoozed_until: _until, following: _following, blocked: _blocked, ...ofRow } = fields;
  if (row !== undefined) takeTicket({ ...row, ...ofRow }, arrival);
  amendTicket(ticketId, (now) => (now.info === null ? now : { ...now, info: { ...now.info, ...fields } }));
}

/** Gives back what a refused act showed, except where something newer shows. */
function takeBack(act: PendingAct, was: Ticket | undefined): void {
  const { ticketId, before, after } = act;
  const later = actsAfter(act);
  endAct(act);
  const back: ShownFields = {};
  const now: ShownFields = { ...rowOf(ticketId), ...infoOf(ticketId) };
  for (const field of fieldsOf(before)) {
    const next = later.find((one) => field in one.after);
    if (next !== undefined) Object.assign(next.before, { [field]: before[field] });
    else if (!(field in now) || isSame(now[field], after[field])) Object.assign(back, { [field]: before[field] });
  }
  if (fieldsOf(back).length > 0) show(ticketId, back, rowOf(ticketId) ?? infoOf(ticketId) ?? was, 'back');
}

/** By ticket: the call that is on its way. */
const calls = new Map<number, Promise<unknown>>();

/** Calls on one ticket reach the server one after the other, in the order of the acts. */
async function inTurn<Answer>(ticketId: number, call: () => Promise<Answer>): Promise<Answer> {
  const before = calls.get(ticketId);
  const mine = before === undefined ? call() : before.then(call, call);
  calls.set(ticketId, mine);
  try {
    return await mine;
  } finally {
    if (calls.get(ticketId) === mine) calls.delete(ticketId);
  }
}

/**
 * Optimistic update: shows what somebody does to a ticket at once, in its row, its group and its
 * conversation, and rolls it back where the server refuses; the refusal is thrown.
 */
export async function optimistically<Answer>(ticketId: number, after: ShownFields, call: () => Promise<Answer>): Promise<Answer> {
  const was = shownTicket(ticketId);
  const now: ShownFields = { ...was, ...infoOf(ticketId) };
  const before: ShownFields = Object.fromEntries(fieldsOf(after).flatMap((field) => (field in now ? [[field, now[field]]] : [])));
  const act: PendingAct = { ticketId, before, after };
  show(ticketId, after, was, 'update');
  beginAct(act);
  try {
    const answer = await inTurn(ticketId, call);
    endAct(act);
    return answer;
  } catch (thrown) {
    takeBack(act, was);
    throw thrown;
  }
}

/** Says what the server refused, why, and that the ticket is as it was. */
export function tellRefusal(number: Ticket['ticket_number'], what: string, thrown: unknown): void {
  const why = problemText(asProblem(thrown), (key) => i18next.t(key));
  toastError(say('refused', { number, what, why }));
}
