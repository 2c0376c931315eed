import type { OutContent } from '../../api/content';
import type { Attachment, Mention, Message, ReplyQuote, TicketStatus } from '../../api/types';
import type { MailHead } from './head';

/** One answer or note that was pressed to send and is not yet known to be with the server. */
export interface OutboxEntry {
  queueId: string;
  ticketId: number;
  text: string;
  /** The same with its formatting, as it goes out; absent where there is none. */
  html?: string;
  files: Attachment[];
  /** Absent in what an older version of this page kept. */
  contents?: OutContent[];
  /** The server ends it with a signature. */
  sign?: boolean;
  reply: ReplyQuote | null;
  /** Whom a note names; absent in an answer. */
  note?: Mention[];
  /** The conversation it goes out in, where the ticket has several. */
  via?: number;
  /** Who else gets it, and its title; absent where nobody said. */
  head?: MailHead;
  sender: string;
  senderName: string;
  /** The status that was picked with it; absent where the ticket keeps its own. */
  closed?: TicketStatus;
  /** What was on screen when the writing began; absent where nobody shall be asked about it. */
  seen?: { id: number; status: number };
  madeAtMs: number;
  failure: string | null;
  /** There was no line: it goes out by itself when there is one. */
  waits?: boolean;
}

const KEY = 'patchbay.outbox';
/** What is older shall surprise nobody: it stays failed until somebody sends it. */
const WAITS_MS = 12 * 60 * 60 * 1000;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** `queue-` and ten random characters: the temporary id, and what makes a repeat harmless. */
export function newQueueId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  return `queue-${Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('')}`;
}

/** In the browser's storage, so that a reload between pressing send and the answer loses nothing. */
function read(): OutboxEntry[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(value) ? (value as OutboxEntry[]) : [];
  } catch {
    return [];
  }
}

function write(entries: OutboxEntry[]): void {
  try {
    if (entries.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(entries));
  } catch {
    // A full storage only costs the copy; the message is still on screen.
  }
}

export function keepEntry(entry: OutboxEntry): void {
  write([...read().filter((other) => other.queueId !== entry.queueId), entry]);
}

export function settleEntry(queueId: string): void {
  const entries = read();
  const left = entries.filter((entry) => entry.queueId !== queueId);
  if (left.length !== entries.length) write(left);
}

export function entryOf(queueId: string): OutboxEntry | undefined {
  return read().find((entry) => entry.queueId === queueId);
}

/** The code of a message that waits for the line. */
export const WAITS = 'waits';

/** What somebody wrote that waits for the line, the oldest first. */
export function waitingEntries(sender: string, now: number): OutboxEntry[] {
  return read()
    .filter((entry) => entry.waits === true && entry.sender === sender && now - entry.madeAtMs < WAITS_MS)
    .sort((a, b) => a.madeAtMs - b.madeAtMs);
}

/** The message shown while nobody has confirmed it. */
export function localMessage(entry: OutboxEntry): Message {
  return {
    id: entry.queueId,
    ticket_id: entry.ticketId,
    type: entry.note !== undefined ? 'note' : entry.html === undefined ? 'text' : 'text/html',
    sender: entry.sender,
    sender_name: entry.senderName,
    direction: entry.note === undefined ? 'out' : 'note',
    message: entry.text,
    ...(entry.html === undefined ? {} : { html: entry.html }),
    ts: Math.floor(entry.madeAtMs / 1000),
    ts_ms: entry.madeAtMs,
    reply_id: entry.reply?.id ?? null,
    reply: entry.reply,
    attachments: entry.files,
    contents: entry.contents ?? [],
    mentions: entry.note ?? [],
    state: entry.failure === null ? 'sending' : 'failed',
    error: entry.failure === null ? null : { code: entry.waits === true ? WAITS : 'not_sent', message: entry.failure },
    queue_id: entry.queueId,
    retry_at: null,
  };
}

/** Entries of a ticket left from before, as failed ones with Retry; those that did arrive are settled. */
export function localMessagesOf(ticketId: number, known: readonly Message[]): Message[] {
  const arrived = new Set(known.map((message) => message.queue_id));
  const mine = read().filter((entry) => entry.ticketId === ticketId);
  for (const entry of mine) if (arrived.has(entry.queueId)) settleEntry(entry.queueId);
  return mine
    .filter((entry) => !arrived.has(entry.queueId))
    .map((entry) => localMessage({ ...entry, failure: entry.failure ?? '' }));
}
