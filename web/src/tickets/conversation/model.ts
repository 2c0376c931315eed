import type { Message, MessageState, TicketInfo } from '../../api/types';
import { WINDOW } from './limits';

export interface DayGroup<Item> {
  day: string;
  messages: Item[];
}

type Part = { total: number } | { messages: Message[] };

/** The answer's first entry tells the total, the others are days. */
export function readDays(answer: readonly Part[]): { total: number; messages: Message[] } {
  let total = 0;
  const messages: Message[] = [];
  for (const entry of answer) {
    if ('total' in entry) total = entry.total;
    else messages.push(...entry.messages);
  }
  return { total, messages };
}

export function groupByDay(messages: readonly Message[], dayOf: (ms: number) => string): DayGroup<Message>[] {
  const groups: DayGroup<Message>[] = [];
  for (const message of messages) {
    const day = dayOf(timeOf(message));
    const last = groups[groups.length - 1];
    if (last?.day === day) last.messages.push(message);
    else groups.push({ day, messages: [message] });
  }
  return groups;
}

/** Cuts a day where one page of messages ended and the next one began; what came in live joins the last. */
export function chunksOf(messages: readonly Message[], starts: ReadonlySet<Message['id']>): Message[][] {
  const chunks: Message[][] = [];
  for (const message of messages) {
    const last = chunks[chunks.length - 1];
    if (last === undefined || starts.has(message.id)) chunks.push([message]);
    else last.push(message);
  }
  return chunks;
}

export function timeOf(message: Pick<Message, 'ts' | 'ts_ms'>): number {
  return message.ts_ms || message.ts * 1000;
}

export function isLocal(message: Pick<Message, 'id'>): boolean {
  return typeof message.id === 'string' && message.id.startsWith('queue-');
}

/** The newest message the server knows of; 0 for none. */
export function newestId(messages: readonly Pick<Message, 'id'>[]): number {
  return messages.reduce((newest, { id }) => (typeof id === 'number' && id > newest ? id : newest), 0);
}

const STATES: readonly MessageState[] = ['kept', 'queued', 'sending', 'sent', 'delivered', 'read', 'received', 'failed', 'unknown'];

/** The socket's word for a state, which the description leaves open. */
export function stateFrom(word: string): MessageState {
  return STATES.find((state) => state === word) ?? 'unknown';
}

const PROGRESS: Partial<Record<MessageState, number>> = {
  queued: 0,
  sending: 1,
  sent: 2,
  delivered: 3,
  read: 4,
};

/** An answer may arrive after the event that overtook it; a state never walks backwards through it. */
export function laterState(known: MessageState, told: MessageState): MessageState {
  const a = PROGRESS[known];
  const b = PROGRESS[told];
  if (a === undefined || b === undefined) return told;
  return a > b ? known : told;
}

function order(a: Message, b: Message): number {
  if (isLocal(a) !== isLocal(b)) return isLocal(a) ? 1 : -1;
  return timeOf(a) - timeOf(b);
}

/** What a message is known by: its id, and the one that a browser gave it before it had that. */
function namesOf({ id, queue_id: queueId }: Message): Message['id'][] {
  return queueId == null || queueId === '' ? [id] : [id, queueId];
}

function isSame(a: Message, b: Message): boolean {
  if (a.id === b.id) return true;
  return a.queue_id != null && a.queue_id !== '' && a.queue_id === b.queue_id;
}

/** Lays one message into the list: in place of the one it stands for, else by time. */
export function layMessage(messages: readonly Message[], message: Message): Message[] {
  const known = messages.find((other) => isSame(other, message));
  if (known !== undefined) {
    // What the server has said stands; a local copy never covers it.
    if (isLocal(message) && !isLocal(known)) return [...messages];
    const kept = isLocal(known)
      ? message
      : { ...message, state: laterState(known.state, message.state) };
    return messages.map((other) => (other === known ? kept : other)).sort(order);
  }
  return [...messages, message].sort(order);
}

/** The tickets whose messages a ticket shows: its own, and those of what was merged into it. */
function family(info: TicketInfo): Set<number> {
  return new Set([info.id, ...info.merged.map(({ id }) => id)]);
}

/**
 * What was read anew, laid into what is on screen, so that whoever reads further up stays there.
 * `changed` came in or changed while it was asked for, and is the newer word. Null where nobody knows
 * what is between the two: another ticket was merged in or taken out, or too much was missed.
 */
export function layAnew(known: readonly Message[], read: readonly Message[], before: TicketInfo, now: TicketInfo): Message[] | null {
  const [was, is] = [family(before), family(now)];
  if (was.size !== is.size || [...was].some((id) => !is.has(id))) return null;
  const meet = read.length < WINDOW || read.some((message) => known.some((other) => isSame(other, message)));
  return meet ? read.reduce<Message[]>(layMessage, [...known]) : null;
}

/** What came in or changed since, of the conversations that are shown and not from before `first`. */
export function changedSince(before: readonly Message[], now: readonly Message[], info: TicketInfo, first: Message | undefined): Message[] {
  const homes = family(info);
  const from = first === undefined ? 0 : timeOf(first);
  return now.filter((message) => !before.includes(message) && homes.has(message.home_id ?? message.ticket_id) && timeOf(message) >= from);
}

/** What was read of a ticket, with what changed of it while it was asked for, which is the newer word. */
export function keepChanges(before: TicketInfo | null, now: TicketInfo | null, read: TicketInfo): TicketInfo {
  if (before === null || now === null) return read;
  const was = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(was.get(name)));
  return { ...read, ...Object.fromEntries(changed) };
}

/** Older ones in front, without repeating any. */
export function layOlder(messages: readonly Message[], older: readonly Message[]): Message[] {
  const known = new Set(messages.flatMap(namesOf));
  return [...older.filter((message) => namesOf(message).every((name) => !known.has(name))), ...messages];
}

export interface Quoted {
  text: string;
  quoted: string;
}

/** Splits the quoted tail off a plain mail, so that it can be folded. */
export function splitQuoted(text: string): Quoted {
  const lines = text.split('\n');
  let end = lines.length;
  while (end > 0 && (lines[end - 1] ?? '').trim() === '') end -= 1;
  let start = end;
  while (start > 0 && /^\s*>|^\s*$/.test(lines[start - 1] ?? '')) start -= 1;
  while (start < end && (lines[start] ?? '').trim() === '') start += 1;
  if (start >= end) return { text, quoted: '' };
  const lead = (lines[start - 1] ?? '').trim();
  if (/:$/.test(lead) && lead.length < 200) start -= 1;
  if (start === 0) return { text, quoted: '' };
  return { text: lines.slice(0, start).join('\n').trimEnd(), quoted: lines.slice(start, end).join('\n') };
}

export type TextPart = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string };

/** Addresses in plain text become links; everything else stays text. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const match of text.matchAll(/https?:\/\/[^\s<>"']+/g)) {
    const raw = match[0];
    const href = raw.replace(/[.,;:!?)\]}。，！？]+$/u, '');
    if (match.index > at) parts.push({ kind: 'text', text: text.slice(at, match.index) });
    parts.push({ kind: 'link', text: href, href });
    at = match.index + href.length;
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) });
  return parts;
}
