import { api } from '../../api/client';
import type { Message } from '../../api/types';
import { takeMessage } from '../conversation/store';

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'ticket_id' in value && 'direction' in value;
}

/** Answers carry the message as it is now, bare or under `data`. */
function take(answer: unknown): void {
  const inner: unknown = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer;
  if (isMessage(inner)) takeMessage(inner.ticket_id, inner);
}

const one = (message: Pick<Message, 'id'>) => `/api/messages/${encodeURIComponent(message.id)}`;

export async function editMessage(message: Message, text: string): Promise<void> {
  take(await api.patch(one(message), { text }));
}

export async function deleteMessage(message: Message): Promise<void> {
  take(await api.delete(one(message)));
}

/** Puts an emoji on a message; null takes one's own away. */
export async function react(message: Message, emoji: string | null): Promise<void> {
  take(await api.put(`${one(message)}/reaction`, { emoji }));
}
