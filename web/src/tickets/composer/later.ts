import { api } from '../../api/client';
import { asProblem } from '../../api/problem';
import type { Message, ReplyQuote, Scheduled, TicketInfo } from '../../api/types';
import type { Session } from '../../session/model';
import { useConversations } from '../conversation/store';
import { takeScheduled } from '../work';
import { EMPTY_DRAFT, type Draft } from './drafts';
import { loadPatiently } from '../../ui/lazyPart';
import { replyFields, type Answer } from './send';
import { keepQueueId, takeQueueId } from './tries';

export type When = { at: number } | { seconds: number };

/** Leaves an answer with the server until its time. */
export async function sendLater(info: TicketInfo, me: Session, answer: Answer, when: When): Promise<void> {
  const queueId = takeQueueId(info.id, answer);
  const fields = replyFields(info.id, me.username, answer, queueId);
  const time = 'at' in when ? { send_at: when.at } : { send_in: when.seconds };
  try {
    const answered = await api.post('/api/ticket/message/reply', { json: { ...fields, ...time } });
    if ('scheduled' in answered) takeScheduled(info.id, answered.scheduled);
  } catch (thrown) {
    keepQueueId(info.id, answer, queueId);
    throw thrown;
  }
}

/** The server keeps only which message was answered; what it said is in the conversation. */
function quoteOf(ticketId: number, id: number): ReplyQuote {
  const conversations = Object.values(useConversations.getState().open).filter((one) => one.info?.id === ticketId);
  const known = conversations.flatMap((one) => [...one.messages, ...(one.info?.pinned ?? [])]).find((message) => message.id === id);
  return { id, sender: known?.sender_name || known?.sender || `#${id}`, message: known?.message ?? '' };
}

/** It is called back already, so its words must not be lost with a line that breaks at this moment. */
async function draftOfHtml(html: string): Promise<Pick<Draft, 'text' | 'html'>> {
  try {
    return (await loadPatiently(() => import('./rich/parse'))).richTextOfHtml(html);
  } catch {
    const text = new DOMParser().parseFromString(html, 'text/html').body.textContent;
    return { text, html };
  }
}

/** As it was written, and to which ticket; null when it was sent at this very moment. */
export async function callBack(waiting: Scheduled): Promise<{ ticketId: number; draft: Draft } | null> {
  try {
    const { ticket_id, reply, files } = await api.delete('/api/scheduled/{id}', { path: { id: waiting.id } });
    const { text, html, contents, reply_to, via, subject, to, cc, sign } = reply;
    // Whom it went to was decided, also where that is nobody else.
    const letter = !Object.values(useConversations.getState().open).some((one) => one.info?.id === ticket_id && one.info.email === '');
    const draft = {
      ...EMPTY_DRAFT,
      ...(html ? await draftOfHtml(text) : { text }),
      files,
      contents: contents.filter((one) => one.kind !== 'choice' && one.kind !== 'custom'),
      reply: reply_to == null ? null : quoteOf(ticket_id, reply_to),
      via: via == null || via === ticket_id ? null : via,
      head: { to, cc, subject: subject ?? '', ...(letter ? { edited: true } : {}) },
      sign,
    };
    return { ticketId: ticket_id, draft };
  } catch (thrown) {
    if (asProblem(thrown).code === 'not_found') return null;
    throw thrown;
  }
}

export async function sendNow(waiting: Scheduled): Promise<Message | null> {
  return (await api.post('/api/scheduled/{id}/send', { path: { id: waiting.id } })).data;
}
