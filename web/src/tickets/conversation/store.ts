import { create } from 'zustand';
import { api } from '../../api/client';
import { asProblem, type Problem } from '../../api/problem';
import { useConnection } from '../../realtime/connection';
import type { ConversationPart, Message, MessageState, Ticket, TicketInfo } from '../../api/types';
import { localMessagesOf, settleEntry } from '../composer/outbox';
import { rowOfNumber } from '../list/store';
import { changedSince, isLocal, keepChanges, KEPT_CONVERSATIONS, layAnew, layMessage, layOlder, readDays, WINDOW, WINDOW_MAX } from './model';

export type ConversationPhase = 'loading' | 'ready' | 'missing' | 'denied' | 'failed';

export interface Conversation {
  /** What the address says: the ticket's number or id. */
  number: string;
  phase: ConversationPhase;
  info: TicketInfo | null;
  messages: readonly Message[];
  total: number;
  older: 'none' | 'offered' | 'loading';
  /** The message each page began with when the page before it was laid in front. */
  starts: ReadonlySet<Message['id']>;
  problem: Problem | null;
  /** The reader stands at the newest message; only then may the window be cut. */
  atBottom: boolean;
  /** How many were unread when it was opened. */
  unreadAtOpen: number;
  used: number;
}

interface ConversationsState {
  open: Readonly<Record<string, Conversation>>;
  /** The conversation the person was just taken out of. */
  removedFrom: number | null;
  /** The one that was given to others, by this person or by one of `names`; it is out of sight, and nobody was taken out. */
  givenAway: { ticketId: number; names: string } | null;
}

export const useConversations = create<ConversationsState>()(() => ({ open: {}, removedFrom: null, givenAway: null }));

let uses = 0;
let readings = 0;
/** By the conversation's number: of several answers, the one that was asked for last counts. */
const lastReading = new Map<string, number>();

function fresh(number: string): Conversation {
  return {
    number,
    phase: 'loading',
    info: null,
    messages: [],
    total: 0,
    older: 'none',
    starts: new Set(),
    problem: null,
    atBottom: true,
    unreadAtOpen: 0,
    used: ++uses,
  };
}

function put(conversation: Conversation): void {
  useConversations.setState((state) => {
    const all = { ...state.open, [conversation.number]: conversation };
    const oldest = Object.values(all).sort((a, b) => b.used - a.used).slice(KEPT_CONVERSATIONS);
    for (const dropped of oldest) Reflect.deleteProperty(all, dropped.number);
    return { open: all };
  });
}

export function amend(number: string, change: (now: Conversation) => Conversation): void {
  const now = useConversations.getState().open[number];
  if (now !== undefined) put(change(now));
}

interface Missed {
  ticketId: number;
  change: (now: Conversation) => Conversation;
}

/**
 * By the conversation's number: what was told while it is read for the first time. Which ticket it is
 * only the answer tells, and the answer may be older than what was told.
 */
const missed = new Map<string, Missed[]>();

/** Events name the ticket by id; a conversation may be open under its number or its id. */
export function amendTicket(ticketId: number, change: (now: Conversation) => Conversation): void {
  for (const told of missed.values()) told.push({ ticketId, change });
  for (const conversation of Object.values(useConversations.getState().open)) {
    if (conversation.info?.id === ticketId) put(change(conversation));
  }
}

/** The newest messages of a ticket, or those before one. */
function readMessages(id: number, messageId?: Message['id']): Promise<ConversationPart[]> {
  return api.get('/api/ticket/data/{id}/{count}', { path: { id, count: 0 }, query: { messageId } });
}

/**
 * The ticket and its newest messages. Whose id is known beforehand is asked for both at once; that the
 * address means this ticket is still the server's word.
 */
async function readBoth(number: string, guess: number | undefined): Promise<[TicketInfo, ConversationPart[]]> {
  const early = guess === undefined ? null : readMessages(guess);
  // What the ticket's own answer says counts when both are refused.
  early?.catch(() => undefined);
  const { data } = await api.get('/api/ticket/info/{token}/{id}', { path: { token: '-', id: number } });
  return [data, await (early === null || data.id !== guess ? readMessages(data.id) : early)];
}

/** Opens a conversation: from memory when it is one of the last ten, else from the server. */
export async function openConversation(number: string, anew = false): Promise<void> {
  const known = useConversations.getState().open[number];
  if (known?.phase === 'ready' && !anew) {
    put({ ...known, used: ++uses, atBottom: true, unreadAtOpen: known.info?.unread ?? 0 });
    return;
  }
  if (known?.phase !== 'ready') {
    put(fresh(number));
    missed.set(number, []);
  }
  const mine = ++readings;
  lastReading.set(number, mine);
  try {
    const [info, page] = await readBoth(number, known?.info?.id ?? rowOfNumber(number)?.id);
    const days = readDays(page);
    if (lastReading.get(number) !== mine) return;
    const waiting = localMessagesOf(info.id, days.messages);
    amend(number, (now) => {
      const laid = now.info === null ? null : layAnew(now.messages, days.messages, now.info, info);
      const newer = known?.phase === 'ready' ? changedSince(known.messages, now.messages, info, days.messages[0]) : [];
      const older = days.messages.length >= WINDOW && days.messages.length < days.total ? 'offered' : 'none';
      return {
        ...now,
        phase: 'ready',
        info: known?.phase === 'ready' ? keepChanges(known.info, now.info, info) : info,
        messages: [...newer, ...waiting].reduce<Message[]>(layMessage, laid ?? days.messages),
        total: days.total,
        older: laid !== null && laid.length > days.messages.length ? now.older : older,
        problem: null,
        unreadAtOpen: info.unread,
      };
    });
    const told = missed.get(number) ?? [];
    missed.delete(number);
    for (const { ticketId, change } of told) if (ticketId === info.id) amend(number, change);
  } catch (thrown) {
    if (lastReading.get(number) !== mine) return;
    missed.delete(number);
    const problem = asProblem(thrown);
    const phase: ConversationPhase =
      problem.code === 'forbidden' ? 'denied' : problem.code === 'not_found' ? 'missing' : 'failed';
    // What is on screen stays there over a passing failure.
    amend(number, (now) => (now.phase === 'ready' && phase === 'failed' ? now : { ...now, phase, problem }));
  }
}

/** Reads a ticket and its messages anew wherever it is open. */
export async function readAnew(ticketId: number): Promise<void> {
  const open = Object.values(useConversations.getState().open).filter(({ info }) => info?.id === ticketId);
  await Promise.all(open.map(({ number }) => openConversation(number, true)));
}

/** What the server refuses with a reason that helps, whoever asked is told; the ticket itself is as it was. */
const REASONED: readonly Problem['code'][] = ['overtaken', 'conflict', 'invalid', 'rate_limited', 'unauthorized', 'aborted'];

/**
 * What failed at a ticket without a reason flags it as not found. A line that is down says nothing of
 * it, nor does one of the reasons in `told`. True when it was flagged.
 */
export function flagMissing(ticketId: number, problem: Problem, told: readonly Problem['code'][] = []): boolean {
  if (REASONED.includes(problem.code) || told.includes(problem.code)) return false;
  if (problem.code === 'offline' && ['waiting', 'off'].includes(useConnection.getState().phase)) return false;
  amendTicket(ticketId, (now) => ({ ...now, phase: 'missing', problem }));
  return true;
}

export async function loadOlder(number: string): Promise<void> {
  const now = useConversations.getState().open[number];
  const first = now?.messages[0];
  if (now?.info == null || now.older !== 'offered' || first === undefined) return;
  amend(number, (conversation) => ({ ...conversation, older: 'loading' }));
  try {
    const answer = await readMessages(now.info.id, first.id);
    const days = readDays(answer);
    // The window may have been cut or read anew meanwhile; then these are not what is before it.
    amend(number, (conversation) =>
      conversation.messages[0]?.id !== first.id
        ? { ...conversation, older: conversation.older === 'loading' ? 'offered' : conversation.older }
        : {
            ...conversation,
            messages: layOlder(conversation.messages, days.messages),
            starts: new Set(conversation.starts).add(first.id),
            older: days.messages.length >= WINDOW ? 'offered' : 'none',
          },
    );
  } catch (thrown) {
    amend(number, (conversation) => ({ ...conversation, older: 'offered' }));
    flagMissing(now.info.id, asProblem(thrown));
  }
}

/** Pins are in sight whether or not their messages are in the window. */
function pinnedNow(info: TicketInfo | null, message: Message): TicketInfo | null {
  if (info === null || message.pinned === undefined) return info;
  const before = info.pinned;
  const known = before.some((pin) => pin.id === message.id);
  const wanted = message.pinned && message.deleted !== true;
  if (!known && !wanted) return info;
  const pinned = !wanted
    ? before.filter((pin) => pin.id !== message.id)
    : known
      ? before.map((pin) => (pin.id === message.id ? message : pin))
      : [message, ...before];
  return { ...info, pinned };
}

/** A message that is here only and shall not be sent after all. */
export function dropMessage(ticketId: number, id: Message['id']): void {
  amendTicket(ticketId, (now) => ({ ...now, messages: now.messages.filter((message) => message.id !== id) }));
}

/** The one door for a message that is new or may be. */
export function takeMessage(ticketId: number, message: Message): void {
  takeAny(ticketId, message, true);
}

/** A message that changed; one that is not in the window does not come into it for that. */
export function takeChange(ticketId: number, message: Message): void {
  takeAny(ticketId, message, false);
}

/** The one door for a message: answered, resumed or live. */
function takeAny(ticketId: number, message: Message, comesIn: boolean): void {
  if (message.queue_id && !isLocal(message)) settleEntry(message.queue_id);
  amendTicket(ticketId, (now) => {
    const shown = comesIn || now.messages.some((known) => known.id === message.id);
    const messages = shown ? layMessage(now.messages, message) : now.messages;
    const grown = messages.length - now.messages.length;
    const cut = now.atBottom && messages.length > WINDOW_MAX;
    return {
      ...now,
      info: pinnedNow(now.info, message),
      total: now.total + grown,
      messages: cut ? messages.slice(-WINDOW) : messages,
      older: cut ? 'offered' : now.older,
    };
  });
}

export interface StateChange {
  message_id: number;
  queue_id: string | null;
  state: MessageState;
  error: { code: string; message: string } | null;
  retry_at: number | null;
}

export function takeState(ticketId: number, change: StateChange): void {
  amendTicket(ticketId, (now) => ({
    ...now,
    messages: now.messages.map((message) =>
      message.id === change.message_id || (change.queue_id !== null && message.queue_id === change.queue_id)
        ? { ...message, id: change.message_id, state: change.state, error: change.error, retry_at: change.retry_at }
        : message,
    ),
  }));
}

/** A ticket that may not be seen any more is not kept either. */
export function forgetTicket(ticketId: number): void {
  useConversations.setState(({ open }) => ({
    open: Object.fromEntries(Object.entries(open).filter(([, { info }]) => info?.id !== ticketId)),
    removedFrom: null,
    givenAway: null,
  }));
}

/**
 * What a list event says about the ticket itself; the parts only `info` has stay. So does who has read
 * it, until the customer is `heard` again: then nobody has.
 */
export function takeInfo(ticket: Ticket, heard = false): void {
  amendTicket(ticket.id, (now) => {
    if (now.info === null) return now;
    const { read, unread, reader } = now.info;
    return { ...now, info: { ...now.info, ...ticket, read, unread, reader: heard ? [] : reader } };
  });
}

export function setAtBottom(number: string, atBottom: boolean): void {
  if (useConversations.getState().open[number]?.atBottom !== atBottom) {
    amend(number, (now) => ({ ...now, atBottom }));
  }
}

/** After a gap that was too long to replay, or on retry. */
export function reloadConversations(): void {
  const shown = Object.values(useConversations.getState().open).sort((a, b) => b.used - a.used);
  const [current, ...others] = shown;
  useConversations.setState((state) => {
    const open = { ...state.open };
    for (const other of others) Reflect.deleteProperty(open, other.number);
    return { open };
  });
  if (current !== undefined) void openConversation(current.number, true);
}

export function resetConversations(): void {
  missed.clear();
  useConversations.setState({ open: {}, removedFrom: null, givenAway: null }, true);
}
