import { create } from 'zustand';
import type { Problem } from '../../api/problem';
import { useConnection } from '../../realtime/connection';
import type { Message, TicketInfo } from '../../api/types';
import { KEPT_AHEAD, KEPT_CONVERSATIONS, WINDOW } from './limits';

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
  /** Open; or in memory since it was left; or fetched ahead and never opened. */
  place: 'open' | 'kept' | 'ahead';
  /** When the server's answer was laid in last; 0 for never. */
  readAt: number;
  used: number;
}

interface ConversationsState {
  /** By number: those that are open, and the cache of those that were. */
  open: Readonly<Record<string, Conversation>>;
  /** The conversation the person was just taken out of. */
  removedFrom: number | null;
  /** The one that was given to others, by this person or by one of `names`; it is out of sight, and nobody was taken out. */
  givenAway: { ticketId: number; names: string } | null;
}

export const useConversations = create<ConversationsState>()(() => ({ open: {}, removedFrom: null, givenAway: null }));

/** What became of a ticket while it is read for the first time; null where it went out of sight. */
interface ToldChange {
  ticketId: number;
  change: ((now: Conversation) => Conversation) | null;
}

/** Readings that are under way, by the conversation's number. */
export const readings = {
  /**
   * What was told during a first reading. Which ticket it is only the answer tells, and the answer may
   * be older than what was told.
   */
  told: new Map<string, ToldChange[]>(),
  /** Of several answers, the one that was asked for last counts. */
  last: new Map<string, number>(),
  /** First readings, which whoever opens the conversation meanwhile waits for. */
  first: new Map<string, Promise<void>>(),
};

let uses = 0;

/** A conversation of which nothing is known yet. */
export function newConversation(number: string, place: Conversation['place']): Conversation {
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
    place,
    readAt: 0,
    used: ++uses,
  };
}

/** LRU eviction: of those that were opened and of those that were not, the least recently used go. */
function evict(all: Record<string, Conversation>): Record<string, Conversation> {
  const ranked = Object.values(all).sort((a, b) => b.used - a.used);
  const over = [
    ...ranked.filter(({ place }) => place !== 'ahead').slice(KEPT_CONVERSATIONS),
    ...ranked.filter(({ place }) => place === 'ahead').slice(KEPT_AHEAD),
  ];
  for (const { number } of over) Reflect.deleteProperty(all, number);
  return all;
}

export function put(conversation: Conversation): void {
  useConversations.setState((state) => ({ open: evict({ ...state.open, [conversation.number]: conversation }) }));
}

/** Lets go of a conversation; the next opening reads it. */
export function drop(number: string): void {
  useConversations.setState(({ open: { [number]: _gone, ...open } }) => ({ open }));
}

export function amend(number: string, change: (now: Conversation) => Conversation): void {
  const now = useConversations.getState().open[number];
  if (now !== undefined) put(change(now));
}

/** Those of a ticket: it may be open under its number or its id. */
function ofTicket(ticketId: number): Conversation[] {
  return Object.values(useConversations.getState().open).filter(({ info }) => info?.id === ticketId);
}

/** What is known of a ticket from its conversation. */
export function infoOf(ticketId: number): TicketInfo | undefined {
  return ofTicket(ticketId)[0]?.info ?? undefined;
}

/** Events name the ticket by id; the cache follows them as what is open does. */
export function amendTicket(ticketId: number, change: (now: Conversation) => Conversation): void {
  for (const told of readings.told.values()) told.push({ ticketId, change });
  for (const conversation of ofTicket(ticketId)) put(change(conversation));
}

/** Marks a conversation as open and as the one used last. */
export function touch(known: Conversation): void {
  put({ ...known, place: 'open', used: ++uses, atBottom: true });
}

function withinWindow(now: Conversation): Conversation {
  if (now.messages.length <= WINDOW) return now;
  return { ...now, messages: now.messages.slice(-WINDOW), older: 'offered', starts: new Set() };
}

/**
 * The conversation is no longer on screen. Its newest messages stay in memory; what was refused, was not
 * there or failed does not.
 */
export function leaveConversation(number: string): void {
  const now = useConversations.getState().open[number];
  if (now === undefined) return;
  if (now.phase === 'ready' || now.phase === 'loading') put({ ...withinWindow(now), place: 'kept', atBottom: true });
  else drop(number);
}

/** Takes a ticket out of the cache, because events do not tell what it is now; what is open stays. */
export function dropCached(ticketId: number): void {
  for (const told of readings.told.values()) told.push({ ticketId, change: null });
  for (const { number, place } of ofTicket(ticketId)) if (place !== 'open') drop(number);
}

/** A ticket that may not be seen any more is not kept either. */
export function forgetTicket(ticketId: number): void {
  useConversations.setState(({ open }) => ({
    open: Object.fromEntries(Object.entries(open).filter(([, { info }]) => info?.id !== ticketId)),
    removedFrom: null,
    givenAway: null,
  }));
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

export function setAtBottom(number: string, atBottom: boolean): void {
  if (useConversations.getState().open[number]?.atBottom !== atBottom) {
    amend(number, (now) => ({ ...now, atBottom }));
  }
}

/** Forgets every conversation and every answer that is on its way. */
export function resetConversations(): void {
  for (const map of Object.values(readings)) map.clear();
  useConversations.setState({ open: {}, removedFrom: null, givenAway: null }, true);
}
