import { api } from '../../../api/client';
import type { Mention, Message } from '../../../api/types';
import type { OutboxEntry } from '../outbox';

/** Keeps a note with the server; a repeat under the same `queue_id` is the same note. */
export async function postNote(entry: Pick<OutboxEntry, 'ticketId' | 'text' | 'queueId'>, named: readonly Mention[]): Promise<Message> {
  const users = named.flatMap((one) => (one.kind === 'user' ? one.username : []));
  const departments = named.flatMap((one) => (one.kind === 'department' ? one.id : []));
  const json = { text: entry.text, queue_id: entry.queueId, mentions: { users, departments } };
  return (await api.post('/api/tickets/{id}/notes', { path: { id: entry.ticketId }, json })).data;
}
