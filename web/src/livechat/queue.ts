import { create } from 'zustand';
import { realtime } from '../realtime/connection';
import type { EventMap, QueueAnswer, QueuedVisitor } from '../realtime/envelope';
import { SocketError } from '../realtime/socket';
import type { Ticket } from '../api/types';
import { toastError } from '../ui/toast';
import { afterChange, inOrder, sessionOf, SHOWN } from './model';
import { say } from './texts';

/** A visitor this person took, whose chat has not begun yet. */
export interface Expected {
  readonly session: string;
  readonly name: string;
}

interface QueueState {
  queue: readonly QueuedVisitor[];
  count: number;
  /** Sessions being taken right now; an empty text stands for "the first". */
  taking: ReadonlySet<string>;
  expected: readonly Expected[];
  /** The number of a chat that has just begun for this person: the screen goes there. */
  begun: string | null;
}

export const useQueue = create<QueueState>()(() => ({
  queue: [],
  count: 0,
  taking: new Set(),
  expected: [],
  begun: null,
}));

/** A visitor who was taken registers within moments; after this long the visitor has gone. */
const GONE_MS = 30_000;

export function takeQueue(data: EventMap['liveChatQueue']): void {
  if ('queue' in data) {
    useQueue.setState({ queue: inOrder(data.queue), count: data.count });
    return;
  }
  const queue = afterChange(useQueue.getState().queue, data);
  useQueue.setState({ queue, count: data.count });
  // Something was missed, or those behind the ones that were shown are among them now.
  if (queue.length !== Math.min(data.count, SHOWN)) void askQueue().catch(() => undefined);
}

/** Asked when the connection is there and when the screen opens; the answer is the queue. */
export async function askQueue(): Promise<void> {
  takeQueue(await realtime.ask<QueueAnswer>('getLiveChatQueue', {}));
}

function withTaking(session: string, busy: boolean): void {
  useQueue.setState((state) => {
    const taking = new Set(state.taking);
    if (busy) taking.add(session);
    else taking.delete(session);
    return { taking };
  });
}

function reasonOf(thrown: unknown, first: boolean): string {
  const code = thrown instanceof SocketError ? thrown.code : '';
  if (code === 'conflict' || code === 'not_found') return say(first ? 'nobody' : 'taken_first');
  return say(code === 'offline' || code === 'timeout' ? 'offline' : 'take_failed');
}

/** Takes the visitor, or the first of the queue. The server decides who was first. */
export async function takeVisitor(visitor: QueuedVisitor | null): Promise<void> {
  const key = visitor === null ? '' : String(visitor.session);
  if (useQueue.getState().taking.has(key)) return;
  withTaking(key, true);
  const before = useQueue.getState().queue;
  try {
    const answer = await realtime.ask<{ session: number }>(
      'acceptLiveChat',
      visitor === null ? {} : { session: visitor.session },
    );
    const session = String(answer.session);
    expectVisitor({ session, name: before.find((one) => String(one.session) === session)?.name ?? '' });
  } catch (thrown) {
    toastError(reasonOf(thrown, visitor === null));
  }
  withTaking(key, false);
}

/** Expects the chat of a visitor whom this person takes: the screen goes there once it has begun. Gives what takes the expectation back. */
export function expectVisitor({ session, name }: Expected): () => void {
  const expected: Expected = { session, name: name === '' ? say('visitor') : name };
  useQueue.setState((state) => ({
    expected: [...state.expected.filter((one) => one.session !== session), expected],
  }));
  setTimeout(() => {
    if (forget((one) => one === expected)) toastError(say('left', { name: expected.name }));
  }, GONE_MS);
  return () => void forget((one) => one === expected);
}

/** Whether one of these was expected, which it is no more. */
function forget(isMeant: (one: Expected) => boolean): boolean {
  const { expected } = useQueue.getState();
  const rest = expected.filter((one) => !isMeant(one));
  const isKnown = rest.length < expected.length;
  if (isKnown) useQueue.setState({ expected: rest });
  return isKnown;
}

/** A chat that has begun: when this person took its visitor, the screen goes there. */
export function takeBegun(ticket: Ticket): void {
  if (forget(({ session }) => session === sessionOf(ticket))) useQueue.setState({ begun: String(ticket.ticket_number) });
}

export function resetQueue(): void {
  useQueue.setState({ queue: [], count: 0, taking: new Set(), expected: [], begun: null });
}
