import { newQueueId, type OutboxEntry } from './outbox';

type Words = Pick<OutboxEntry, 'text' | 'html' | 'files' | 'contents' | 'reply' | 'via' | 'head' | 'sign' | 'closed'>;

/** Of each ticket, the last answer that was pressed to send and came back to its composer. */
const tries = new Map<number, { body: string; queueId: string }>();

/** When it shall go is no part of it: the server may have it for another time already. */
function bodyOf({ text, html, files, contents, reply, via, head, sign, closed }: Words): string {
  return JSON.stringify([text, html, files.map((file) => file.id), contents, reply?.id, via, head, sign, closed]);
}

/**
 * The temporary id of an answer: that of the last try, if it is unchanged since, because the server
 * may have taken it although nothing was heard of that. While it is on its way nobody else gets it.
 */
export function takeQueueId(ticketId: number, answer: Words): string {
  const known = tries.get(ticketId);
  tries.delete(ticketId);
  return known?.body === bodyOf(answer) ? known.queueId : newQueueId();
}

export function keepQueueId(ticketId: number, answer: Words, queueId: string): void {
  tries.set(ticketId, { body: bodyOf(answer), queueId });
}

export function forgetQueueId(ticketId: number): void {
  tries.delete(ticketId);
}
