import { api } from '../../api/client';
import { asProblem } from '../../api/problem';
import type { Message } from '../../api/types';
import { realtime } from '../../realtime/connection';
import { flagMissing } from '../conversation/store';
import { takeChange } from '../conversation/take';

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'ticket_id' in value && 'direction' in value;
}

/**
 * Answers carry the message as it is now, bare or under `data`. One that is not in the window, such as
 * an old pin, stays out of it: alone there, it would stand where all between is missing.
 */
function take(answer: unknown): void {
  const inner: unknown = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer;
  if (isMessage(inner)) takeChange(inner.ticket_id, inner);
}

export async function editMessage(message: Message, text: string): Promise<void> {
  take(await api.patch('/api/messages/{id}', { path: { id: message.id }, json: { text } }));
}

/** Takes a message from the desk; the customer's side follows where the channel can. */
export async function removeMessage(message: Message): Promise<void> {
  try {
    take(await api.post('/api/ticket/message/delete', { json: { _token: '-', message_id: message.id, ticket_id: message.ticket_id } }));
  } catch (thrown) {
    const problem = asProblem(thrown);
    // That a message is somebody else's says nothing of its ticket.
    if (flagMissing(message.ticket_id, problem, ['forbidden'])) return;
    throw problem;
  }
  realtime.tell('sendSyncDelete', { ticket_id: message.ticket_id, message_id: message.id });
}

export async function addNote(message: Message, text: string): Promise<void> {
  take(await api.post('/api/messages/{id}/notes', { path: { id: message.id }, json: { text } }));
}

export async function removeNote(message: Message, note: number): Promise<void> {
  take(await api.delete('/api/messages/{id}/notes/{note}', { path: { id: message.id, note } }));
}

export async function setPinned(message: Message, pinned: boolean): Promise<void> {
  const options = { path: { id: message.id } };
  take(pinned ? await api.put('/api/messages/{id}/pin', options) : await api.delete('/api/messages/{id}/pin', options));
}

/** Puts an emoji on a message; null takes the desk's away. */
export async function react(message: Message, emoji: string | null): Promise<void> {
  take(await api.put('/api/messages/{id}/reaction', { path: { id: message.id }, json: { emoji } }));
}

/** Puts one of the desk's own emoji on a message, for the team only, or takes one's own away. */
export async function reactForTeam(message: Message, emoji: string, on: boolean): Promise<void> {
  take(await api.put('/api/messages/{id}/reaction', { path: { id: message.id }, json: { emoji, off: !on } }));
}
