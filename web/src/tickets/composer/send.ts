import { api } from '../../api/client';
import { asProblem } from '../../api/problem';
import type { OutContent } from '../../api/content';
import type { Attachment, Message, ReplyQuote, TicketInfo } from '../../api/types';
import type { Session } from '../../session/model';
import type { MailHead } from './MailFields';
import { dropMessage, takeMessage } from '../conversation/store';
import { entryOf, keepEntry, localMessage, newQueueId, settleEntry, type OutboxEntry } from './outbox';

interface Answer {
  text: string;
  files: Attachment[];
  contents: OutContent[];
  reply: ReplyQuote | null;
  head?: MailHead;
  /** End it with this person's signature. */
  sign?: boolean;
  /** The status the ticket gets with the reply. */
  closed: number;
  /** What was on screen when the writing began: a colleague's answer since then is asked about. */
  seen?: { id: number; status: number };
}

interface ReplyAnswer {
  result: string;
  description?: string;
  id: number;
  queue_id: string;
  data: Message;
}

/** As the contract names them; what was left empty is not sent. */
export function headFields(head: MailHead | undefined): Record<string, unknown> {
  if (head === undefined) return {};
  return {
    ...(head.to.length === 0 ? {} : { toEmail: head.to }),
    ...(head.cc.length === 0 ? {} : { cc: head.cc }),
    ...(head.subject.trim() === '' ? {} : { title: head.subject.trim() }),
  };
}

/** `inField`: whoever wrote it has it in the composer still, or gets it back there. */
async function post(entry: OutboxEntry, inField: boolean): Promise<void> {
  keepEntry({ ...entry, failure: null });
  takeMessage(entry.ticketId, localMessage({ ...entry, failure: null }));
  try {
    const answer = await api.post<ReplyAnswer>('/api/ticket/message/reply', {
      _token: '-',
      ticket_id: entry.ticketId,
      message: entry.text,
      closed: entry.closed,
      sender: entry.sender,
      type: 'text',
      ...(entry.reply === null ? {} : { reply: entry.reply.id }),
      ...(entry.seen === undefined ? {} : { seen_id: entry.seen.id, seen_status: entry.seen.status }),
      ...headFields(entry.head),
      queue_id: entry.queueId,
      upload_ids: entry.files.map((file) => file.id),
      ...(entry.sign === true ? { signature: true } : {}),
      ...(entry.contents === undefined || entry.contents.length === 0 ? {} : { contents: entry.contents }),
    });
    settleEntry(entry.queueId);
    takeMessage(entry.ticketId, { ...answer.data, queue_id: entry.queueId });
  } catch (thrown) {
    // The event may have told of the message although the answer got lost.
    if (entryOf(entry.queueId) === undefined) return;
    const problem = asProblem(thrown);
    if (problem.code === 'overtaken' && inField) {
      // Nothing failed: it was not sent, and whoever wrote it decides.
      settleEntry(entry.queueId);
      dropMessage(entry.ticketId, entry.queueId);
      throw problem;
    }
    const failed = { ...entry, failure: problem.description ?? problem.code };
    takeMessage(entry.ticketId, localMessage(failed));
    keepEntry(failed);
    throw problem;
  }
}

/** Shows the answer at once and sends it; throws the Problem after marking it failed. */
export async function sendReply(info: TicketInfo, me: Session, answer: Answer): Promise<void> {
  const entry: OutboxEntry = {
    queueId: newQueueId(),
    ticketId: info.id,
    text: answer.text,
    files: answer.files,
    contents: answer.contents,
    reply: answer.reply,
    ...(answer.head === undefined ? {} : { head: answer.head }),
    ...(answer.sign === true ? { sign: true } : {}),
    sender: me.username,
    senderName: me.name,
    closed: answer.closed,
    ...(answer.seen === undefined ? {} : { seen: answer.seen }),
    madeAtMs: Date.now(),
    failure: null,
  };
  await post(entry, true);
}

/**
 * Sends again what never reached the server, or asks the server to try the provider again.
 * `regardless`: also when a colleague answered meanwhile, which the person knows by now.
 */
export async function retryMessage(message: Message, regardless = false): Promise<void> {
  const entry = typeof message.id === 'string' ? entryOf(message.id) : undefined;
  if (entry !== undefined) {
    const { seen, ...rest } = entry;
    // The message is the only place that holds these words, so it stays whatever comes.
    await post({ ...rest, ...(regardless || seen === undefined ? {} : { seen }), madeAtMs: Date.now() }, false);
    return;
  }
  await api.post(`/api/messages/${message.id}/retry`);
}
