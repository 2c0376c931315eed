import { api } from '../../api/client';
import { asProblem } from '../../api/problem';
import type { ConversationPart, Message, TicketInfo } from '../../api/types';
import { useConnection } from '../../realtime/connection';
import { localMessagesOf } from '../composer/outbox';
import { rowOfNumber } from '../list/store';
import { withPending } from '../pendingActs';
import { WINDOW } from './limits';
import { changedSince, keepChanges, layAnew, layMessage, layOlder, readDays } from './model';
import { amend, drop, dropCached, flagMissing, leaveConversation, newConversation, put, readings, touch, useConversations, type Conversation, type ConversationPhase } from './store';

/** What was read so shortly ago, and was followed by the live line since, is not read again when it is opened. */
const FRESH_MS = 10_000;

let asked = 0;

const inMemory = (number: string): Conversation | undefined => useConversations.getState().open[number];

/** The newest messages of a ticket, or those before one. */
function readMessages(id: number, messageId?: Message['id'], signal?: AbortSignal): Promise<ConversationPart[]> {
  return api.get('/api/ticket/data/{id}/{count}', { path: { id, count: 0 }, query: { messageId }, ...(signal && { signal }) });
}

/**
 * The ticket and its newest messages. Whose id is known beforehand is asked for both at once; that the
 * address means this ticket is still the server's word.
 */
async function readBoth(number: string, guess: number | undefined, signal: AbortSignal | undefined): Promise<[TicketInfo, ConversationPart[]]> {
  const early = guess === undefined ? null : readMessages(guess, undefined, signal);
  // What the ticket's own answer says counts when both are refused.
  early?.catch(() => undefined);
  const { data } = await api.get('/api/ticket/info/{token}/{id}', { path: { token: '-', id: number }, ...(signal && { signal }) });
  return [data, await (early === null || data.id !== guess ? readMessages(data.id, undefined, signal) : early)];
}

/** Lays what was read into what is shown; `known` is how it was when it was asked for. */
function lay(number: string, known: Conversation | undefined, info: TicketInfo, page: ConversationPart[]): void {
  const days = readDays(page);
  const waiting = localMessagesOf(info.id, days.messages);
  const before = known?.phase === 'ready' ? known : undefined;
  const said = withPending(info.id, info);
  amend(number, (now) => {
    const laid = now.info === null ? null : layAnew(now.messages, days.messages, now.info, info);
    const newer = before === undefined ? [] : changedSince(before.messages, now.messages, info, days.messages[0]);
    const older = days.messages.length >= WINDOW && days.messages.length < days.total ? 'offered' : 'none';
    return {
      ...now,
      phase: 'ready',
      info: before === undefined ? said : keepChanges(before.info, now.info, said),
      messages: [...newer, ...waiting].reduce<Message[]>(layMessage, laid ?? days.messages),
      total: days.total,
      older: laid !== null && laid.length > days.messages.length ? now.older : older,
      problem: null,
      readAt: Date.now(),
    };
  });
}

/** A reading that came to nothing. What is not on screen is dropped where it is forbidden or missing. */
function fail(number: string, thrown: unknown): void {
  const problem = asProblem(thrown);
  const phase: ConversationPhase =
    problem.code === 'forbidden' ? 'denied' : problem.code === 'not_found' ? 'missing' : 'failed';
  const now = inMemory(number);
  if (now === undefined) return;
  // What is in memory stays there over a passing failure.
  if (now.phase === 'ready' && phase === 'failed') return;
  if (now.place === 'open') put({ ...now, phase, problem });
  else drop(number);
}

/** Reads a conversation; `ahead` of its being opened, it is in memory only once it is whole. */
async function read(number: string, guess: number | undefined, ahead?: AbortSignal): Promise<void> {
  const known = inMemory(number);
  const first = known?.phase !== 'ready';
  if (first) readings.told.set(number, []);
  const mine = ++asked;
  readings.last.set(number, mine);
  try {
    const [info, page] = await readBoth(number, guess, ahead);
    if (readings.last.get(number) !== mine) return;
    const told = (first ? readings.told.get(number) : undefined)?.filter(({ ticketId }) => ticketId === info.id) ?? [];
    if (first) readings.told.delete(number);
    const now = inMemory(number);
    if (now?.place !== 'open' && told.some(({ change }) => change === null)) {
      drop(number);
      return;
    }
    if (now === undefined) {
      if (ahead === undefined) return;
      put(newConversation(number, 'ahead'));
    }
    lay(number, known, info, page);
    for (const { change } of told) if (change !== null) amend(number, change);
  } catch (thrown) {
    if (readings.last.get(number) !== mine) return;
    if (first) readings.told.delete(number);
    fail(number, thrown);
  }
}

function readFirst(number: string, guess: number | undefined, ahead?: AbortSignal): Promise<void> {
  const reading = read(number, guess, ahead).finally(() => {
    if (readings.first.get(number) === reading) readings.first.delete(number);
  });
  readings.first.set(number, reading);
  return reading;
}

/** Opens a conversation: from memory where it is there, refreshed behind, else from the server; `anew` in any case. */
export async function openConversation(number: string, anew = false): Promise<void> {
  const known = inMemory(number);
  const guess = known?.info?.id ?? rowOfNumber(number)?.id;
  if (known?.phase === 'ready') {
    touch(known);
    const isFollowed = useConnection.getState().phase === 'live' && Date.now() - known.readAt < FRESH_MS;
    if (anew || !isFollowed) await read(number, guess);
    return;
  }
  const coming = anew ? undefined : readings.first.get(number);
  put(newConversation(number, 'open'));
  await (coming ?? readFirst(number, guess));
}

/** The same for as long as it is on screen. */
export function showConversation(number: string): () => void {
  // Whoever was taken out of it may be in it again: the server says so now.
  if (inMemory(number) === undefined) useConversations.setState({ removedFrom: null, givenAway: null });
  void openConversation(number);
  return () => leaveConversation(number);
}

/** Reads a conversation that is likely to be opened next; one that is in memory or on its way is not asked for. */
export async function readAhead(number: string, signal: AbortSignal): Promise<void> {
  if (inMemory(number) !== undefined || readings.first.has(number)) return;
  await readFirst(number, rowOfNumber(number)?.id, signal);
}

/** Nobody waits for what is on its way any more; an opening at this moment asks by itself. */
export function giveUp(number: string): void {
  readings.first.delete(number);
  readings.last.delete(number);
  readings.told.delete(number);
}

/** Reads a ticket and its messages anew wherever it is open or in memory. */
export async function readAnew(ticketId: number): Promise<void> {
  const known = Object.values(useConversations.getState().open).filter(({ info }) => info?.id === ticketId);
  await Promise.all(known.map(({ number }) => read(number, ticketId)));
}

/** Something happened to a ticket that events do not tell in full: what is open is read anew, what is only in memory goes. */
export async function refreshTicket(ticketId: number): Promise<void> {
  dropCached(ticketId);
  await readAnew(ticketId);
}

export async function loadOlder(number: string): Promise<void> {
  const now = inMemory(number);
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

/** After a gap that was too long to replay: what is open is read anew, and nothing else is known any more. */
export function reloadConversations(): void {
  const all = Object.values(useConversations.getState().open);
  const current = all.filter(({ place }) => place === 'open').sort((a, b) => b.used - a.used)[0];
  for (const number of [...all.map((one) => one.number), ...readings.first.keys()]) {
    if (number === current?.number) continue;
    giveUp(number);
    drop(number);
  }
  if (current !== undefined) void openConversation(current.number, true);
}
