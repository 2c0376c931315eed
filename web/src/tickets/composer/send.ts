import i18next from 'i18next';
import { api } from '../../api/client';
import type { Asked } from '../../api/contract';
import { isLineTrouble } from '../../api/line';
import { asProblem, Problem } from '../../api/problem';
import type { OutContent } from '../../api/content';
import type { Attachment, Mention, Message, ReplyQuote, TicketInfo, TicketStatus } from '../../api/types';
import type { Session } from '../../session/model';
import { NO_HEAD, type MailHead } from './head';
import { useConnection } from '../../realtime/connection';
import { problemText } from '../../ui/ErrorPlace';
import { amendTicket, useConversations } from '../conversation/store';
import { dropMessage, takeMessage } from '../conversation/take';
import { say } from '../texts';
import { entryOf, keepEntry, localMessage, newQueueId, settleEntry, type OutboxEntry } from './outbox';
import { postNote } from './note/postNote';
import { keepQueueId, takeQueueId } from './tries';

export interface Answer {
  text: string;
  /** The same with its formatting; absent where there is none. */
  html?: string;
  files: Attachment[];
  /** Absent in what an older version of this page kept. */
  contents?: OutContent[];
  reply: ReplyQuote | null;
  /** The ticket in whose conversation it goes out, where there are several. */
  via?: number;
  head?: MailHead;
  /** End it with this person's signature. */
  sign?: boolean;
  /** The status picked with it. One that nobody picked would undo a colleague's. */
  closed?: TicketStatus;
  /** What was on screen when the writing began: a colleague's answer since then is asked about. */
  seen?: { id: number; status: number };
}

type Fields = Asked<'post', '/api/ticket/message/reply'> & { sender: string };

/** An answer as the contract names its fields; what was left empty is not sent. */
export function replyFields(ticketId: number, sender: string, answer: Answer, queueId: string): Fields {
  const { text, html, files, contents = [], reply, via, head = NO_HEAD, sign, closed, seen } = answer;
  return {
    _token: '-',
    ticket_id: ticketId,
    message: html ?? text,
    sender,
    type: html === undefined ? 'text' : 'text/html',
    queue_id: queueId,
    upload_ids: files.map((file) => file.id),
    ...(closed === undefined ? {} : { closed }),
    ...(reply === null ? {} : { reply: reply.id }),
    ...(via === undefined ? {} : { via }),
    ...(seen === undefined ? {} : { seen_id: seen.id, seen_status: seen.status }),
    ...(head.to.length === 0 ? {} : { toEmail: head.to }),
    ...(head.cc.length === 0 ? {} : { cc: head.cc }),
    ...(head.subject.trim() === '' ? {} : { title: head.subject.trim() }),
    ...(sign === true ? { signature: true } : {}),
    ...(contents.length === 0 ? {} : { contents }),
  };
}

/** Whether the server sets the status: one that was on screen anyway it takes for none that was picked. */
export function isTaken({ closed, seen }: Pick<Answer, 'closed' | 'seen'>): boolean {
  return closed !== undefined && closed !== seen?.status;
}

/**
 * Why it cannot be tried at all: whoever writes has disconnected, or has no key for a conversation that only
 * its people read. Without a socket it is tried all the same: some networks let nothing but calls through.
 */
function hindrance(ticketId: number): Problem | null {
  if (useConnection.getState().phase === 'off') return new Problem('offline', 0, 'offline');
  const open = Object.values(useConversations.getState().open);
  if (!open.some(({ info }) => info?.id === ticketId && info.encryption !== 0)) return null;
  return new Problem('forbidden', 0, 'no key', {}, say('no_key'));
}

async function postAnswer(entry: OutboxEntry): Promise<Message | null> {
  const answer = await api.post('/api/ticket/message/reply', { json: replyFields(entry.ticketId, entry.sender, entry, entry.queueId) });
  return 'data' in answer ? answer.data : null;
}

/** `inField`: whoever wrote it has it in the composer still, or gets it back there. */
async function post({ waits: _, ...entry }: OutboxEntry, inField: boolean, byHand = false): Promise<void> {
  keepEntry({ ...entry, failure: null });
  takeMessage(entry.ticketId, localMessage({ ...entry, failure: null }));
  try {
    const problem = hindrance(entry.ticketId);
    if (problem !== null && !(byHand && problem.code === 'offline')) throw problem;
    const stored = await (entry.note === undefined ? postAnswer(entry) : postNote(entry, entry.note));
    settleEntry(entry.queueId);
    // Its page is still to be fetched; until then it stays as it was drawn.
    if (stored !== null) takeMessage(entry.ticketId, { ...stored, ...(entry.html === undefined ? {} : { html: entry.html }), queue_id: entry.queueId });
    const { closed } = entry;
    if (closed !== undefined && isTaken(entry)) amendTicket(entry.ticketId, (now) => ({ ...now, info: now.info && { ...now.info, closed } }));
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
    const failed = { ...entry, failure: problemText(problem, (key) => i18next.t(key)), ...(isLineTrouble(problem) ? { waits: true } : {}) };
    takeMessage(entry.ticketId, localMessage(failed));
    keepEntry(failed);
    throw problem;
  }
}

/** Shows the answer at once and sends it; throws the Problem after marking it failed. */
export async function sendReply(info: TicketInfo, me: Session, answer: Answer): Promise<void> {
  const entry: OutboxEntry = {
    queueId: takeQueueId(info.id, answer),
    ticketId: info.id,
    text: answer.text,
    ...(answer.html === undefined ? {} : { html: answer.html }),
    files: answer.files,
    ...(answer.contents === undefined ? {} : { contents: answer.contents }),
    reply: answer.reply,
    ...(answer.via === undefined ? {} : { via: answer.via }),
    ...(answer.head === undefined ? {} : { head: answer.head }),
    ...(answer.sign === true ? { sign: true } : {}),
    sender: me.username,
    senderName: me.name,
    ...(answer.closed === undefined ? {} : { closed: answer.closed }),
    ...(answer.seen === undefined ? {} : { seen: answer.seen }),
    madeAtMs: Date.now(),
    failure: null,
  };
  try {
    await post(entry, true);
  } catch (thrown) {
    // Any other failure leaves it to the outbox, which has the id.
    if (asProblem(thrown).code === 'overtaken') keepQueueId(info.id, answer, entry.queueId);
    throw thrown;
  }
}

/** Shows the note at once and keeps it with the server; throws the Problem after marking it failed. */
export function sendNote(ticketId: number, me: Session, text: string, mentions: Mention[]): Promise<void> {
  const made = { queueId: newQueueId(), ticketId, text, files: [], reply: null, note: mentions, madeAtMs: Date.now() };
  return post({ ...made, sender: me.username, senderName: me.name, failure: null }, false);
}

/** Sends what waited for the line, as it was written. */
export function postWaiting(entry: OutboxEntry): Promise<void> {
  return post(entry, false);
}

/**
 * Sends again what never reached the server, or asks the server to try the provider again.
 * `regardless`: also when a colleague answered meanwhile, which the person knows by now.
 */
export async function retryMessage(message: Message, regardless = false): Promise<void> {
  const entry = typeof message.id === 'string' ? entryOf(message.id) : undefined;
  if (entry !== undefined) {
    const { seen, closed, ...rest } = entry;
    // An older page kept the status it saw, too; without `seen` the server would take it for one that was picked.
    const picked = closed === undefined || (regardless && closed === seen?.status) ? {} : { closed };
    // The message is the only place that holds these words, so it stays whatever comes.
    await post({ ...rest, ...picked, ...(regardless || seen === undefined ? {} : { seen }), madeAtMs: Date.now() }, false, true);
    return;
  }
  await api.post('/api/messages/{id}/retry', { path: { id: message.id } });
}
