import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aTicket, SESSION_ANSWER } from '../../tests/builders';
import type { Message, Ticket } from '../api/types';
import { realtime } from '../realtime/connection';
import { SocketError } from '../realtime/socket';
import { belongs, chatOf, inOrder, placeChat, placeGroups, waitText, type Group } from './model';
import { expectVisitor, resetQueue, takeBegun, takeQueue, takeVisitor, useQueue } from './queue';
import { applyEvent } from '../realtime/apply';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { resetLivechats, setSelected, takeChat, useLivechats } from './store';
import { watchLivechat } from './watch';

function chat(id: number, session: number, ts: number, more: Partial<Ticket> = {}): Ticket {
  return aTicket({ id, ticket_number: id, channel: 'LIVECHAT', livechat: true, ts, name: `Visitor ${session}`, session_id: session, ...more });
}

const visitor = (session: number, number: number) => ({
  session,
  name: `V${session}`,
  message: '',
  waiting_since_ms: 0,
  number,
  channel_id: 1,
  page_url: '',
  page_title: '',
  verified: false,
});

const shape = (groups: readonly Group[]) => groups.map((group) => [group.session_id, ...group.livechats.map((one) => one.id)]);

describe('groups', () => {
  it('hold the chats of one session, newest first', () => {
    let groups: Group[] = [];
    groups = placeChat(groups, chat(1, 1, 10), 'open');
    groups = placeChat(groups, chat(2, 2, 20), 'open');
    groups = placeChat(groups, chat(3, 1, 30), 'open');
    expect(shape(groups)).toEqual([['1', 3, 1], ['2', 2]]);
    groups = placeChat(groups, chat(2, 2, 40), 'open');
    expect(shape(groups)).toEqual([['2', 2], ['1', 3, 1]]);
  });

  it('lose a chat that no longer belongs, and vanish when empty', () => {
    let groups = placeChat([], chat(1, 1, 10), 'open');
    groups = placeChat(groups, chat(1, 1, 11, { closed: 3 }), 'open');
    expect(groups).toEqual([]);
    expect(belongs(chat(1, 1, 1, { closed: 3 }), 'all')).toBe(true);
  });

  it('come out the same from a page and from events, repeats included', () => {
    const page = [
      { session_id: 7, session_name: 'Ann', livechats: [chat(1, 7, 10)] },
      { session_id: 7, session_name: 'Ann', livechats: [chat(2, 7, 20)] },
    ];
    const fromPage = placeGroups([], page, 'open');
    const again = placeGroups(fromPage, page, 'open');
    expect(shape(again)).toEqual([['7', 2, 1]]);
    expect(chatOf(again, '1')?.session_name).toBe('Ann');
  });
});

it('waiting times read like a clock', () => {
  expect([0, 7_900, 760_000, 3_723_000, -5].map(waitText)).toEqual(['0:00', '0:07', '12:40', '1:02:03', '0:00']);
});

describe('the queue', () => {
  const ask = vi.spyOn(realtime, 'ask');
  beforeEach(() => {
    vi.useFakeTimers();
    ask.mockReset();
  });
  afterEach(() => {
    vi.useRealTimers();
    resetQueue();
  });

  it('is first come, first served', () => {
    expect(inOrder([visitor(8, 2), visitor(7, 1)]).map((one) => one.session)).toEqual([7, 8]);
    takeQueue({ queue: [visitor(8, 2), visitor(7, 1)], count: 2 });
    expect(useQueue.getState()).toMatchObject({ count: 2 });
  });

  it('follows what becomes of each place, and asks when something is missing', () => {
    const at = (session: number, since: number) => ({ ...visitor(session, 9), waiting_since_ms: since });
    ask.mockResolvedValue({ queue: [], count: 0 });
    takeQueue({ queue: [], count: 0 });
    takeQueue({ change: 'joined', session: 2, count: 1, visitor: at(2, 10) });
    takeQueue({ change: 'joined', session: 3, count: 2, visitor: at(3, 20) });
    takeQueue({ change: 'joined', session: 3, count: 2, visitor: at(3, 20) });
    const shown = () => useQueue.getState().queue.map((one) => [one.session, one.number]);
    expect(shown()).toEqual([[2, 1], [3, 2]]);
    takeQueue({ change: 'taken', session: 2, count: 1 });
    expect(shown()).toEqual([[3, 1]]);
    expect(ask).not.toHaveBeenCalled();
    takeQueue({ change: 'left', session: 9, count: 4 });
    expect(useQueue.getState().count).toBe(4);
    expect(ask).toHaveBeenLastCalledWith('getLiveChatQueue', {});
  });

  it('Take one names nobody, Take names the visitor', async () => {
    takeQueue({ queue: [visitor(5, 1)], count: 1 });
    ask.mockResolvedValue({ session: 5, ticket_id: null });
    await takeVisitor(null);
    expect(ask).toHaveBeenLastCalledWith('acceptLiveChat', {});
    expect(useQueue.getState().expected).toEqual([{ session: '5', name: 'V5' }]);
    await takeVisitor(visitor(6, 2));
    expect(ask).toHaveBeenLastCalledWith('acceptLiveChat', { session: 6 });
  });

  it('leads to the chat once it has begun, for the one who took it only', async () => {
    takeBegun(chat(9, 5, 1));
    expect(useQueue.getState().begun).toBeNull();
    ask.mockResolvedValue({ session: 5, ticket_id: null });
    await takeVisitor(null);
    takeBegun(chat(9, 5, 1));
    expect(useQueue.getState()).toMatchObject({ begun: '9', expected: [] });
  });

  it('leads to the chat of a visitor who is taken elsewhere, unless that is taken back', () => {
    expectVisitor({ session: '5', name: '' });
    expect(useQueue.getState().expected).toEqual([{ session: '5', name: 'Visitor' }]);
    takeBegun(chat(9, 5, 1));
    expect(useQueue.getState()).toMatchObject({ begun: '9', expected: [] });
    const forget = expectVisitor({ session: '6', name: 'V6' });
    forget();
    takeBegun(chat(10, 6, 1));
    expect(useQueue.getState()).toMatchObject({ begun: '9', expected: [] });
  });

  it('waits for a visitor anew who is taken a second time', () => {
    const forget = expectVisitor({ session: '5', name: 'V5' });
    vi.advanceTimersByTime(20_000);
    forget();
    expectVisitor({ session: '5', name: 'V5' });
    // The first time is over by now.
    vi.advanceTimersByTime(20_000);
    forget();
    expect(useQueue.getState().expected).toEqual([{ session: '5', name: 'V5' }]);
    vi.advanceTimersByTime(10_000);
    expect(useQueue.getState().expected).toEqual([]);
  });

  it('a visitor who never comes is not waited for', async () => {
    ask.mockResolvedValue({ session: 5, ticket_id: null });
    await takeVisitor(null);
    vi.advanceTimersByTime(30_000);
    expect(useQueue.getState().expected).toEqual([]);
  });

  it('one press asks once, and being too late is said', async () => {
    ask.mockRejectedValue(new SocketError('conflict', 'x'));
    await Promise.all([takeVisitor(null), takeVisitor(null)]);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(useQueue.getState()).toMatchObject({ expected: [] });
    expect(useQueue.getState().taking.size).toBe(0);
  });
});

describe('reading', () => {
  const incoming = { direction: 'in' } as Message;
  beforeEach(() => {
    resetLivechats();
    useLivechats.setState({ phase: 'ready' });
  });

  const unread = () => chatOf(useLivechats.getState().groups, '1')?.unread;

  it('counts what comes in while another chat is open', () => {
    takeChat(chat(1, 1, 10), incoming);
    takeChat(chat(1, 1, 11), incoming);
    expect(unread()).toBe(2);
    takeChat(chat(1, 1, 12), { direction: 'out' } as Message);
    expect(unread()).toBe(2);
  });

  it('opening a chat reads it, and it stays read while open', () => {
    takeChat(chat(1, 1, 10), incoming);
    setSelected('1');
    expect(unread()).toBe(0);
    takeChat(chat(1, 1, 11), incoming);
    expect(unread()).toBe(0);
  });

  it('takes no tickets of other channels', () => {
    takeChat(chat(1, 1, 10, { channel: 'PIGEON', livechat: false }), incoming);
    expect(useLivechats.getState().groups).toEqual([]);
  });
});

describe('what happens elsewhere', () => {
  let stop: () => void;
  beforeEach(() => {
    resetLivechats();
    useLivechats.setState({ phase: 'ready', filter: 'all' });
    stop = watchLivechat();
    takeChat(chat(1, 1, 10), null);
    takeChat(chat(2, 2, 20), null);
  });
  afterEach(() => stop());

  const ids = () => useLivechats.getState().groups.flatMap((group) => group.livechats.map((one) => one.id));

  it('a chat that was merged into another leaves the list, and comes back when that is undone', () => {
    const ticket = chat(2, 2, 30);
    applyEvent('ticketMerged', { source_id: 1, target_id: 2, merged: true, by: 'x', ticket });
    applyEvent('ticketMerged', { source_id: 1, target_id: 2, merged: true, by: 'x', ticket: chat(1, 1, 31) });
    expect(ids()).toEqual([2]);
    applyEvent('ticketMerged', { source_id: 1, target_id: 2, merged: false, by: 'x', ticket: chat(1, 1, 40) });
    expect(ids()).toEqual([1, 2]);
  });

  it('a chat that became a ticket leaves the list', () => {
    applyEvent('liveChatConverted', { ticket_id: 2, by: 'x', ticket: chat(2, 2, 30, { livechat: false }) });
    expect(ids()).toEqual([1]);
  });

  it('a chat that one lost or a colleague took alone leaves the list, and comes back with whoever is added', () => {
    const changed = (participants: string[], more: Partial<Ticket> = {}) =>
      applyEvent('participantChanged', { ticket_id: 1, participants, added: [], removed: [], by: 'x', ticket: chat(1, 1, 10, more) });
    useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), username: 'ann', isAdmin: false } });
    changed(['ben']);
    expect(ids()).toEqual([2]);
    changed(['ben', 'ann']);
    expect(ids()).toEqual([2, 1]);
    expect(chatOf(useLivechats.getState().groups, '1')?.assignee).toBe('ben,ann');
    changed([]);
    expect(ids()).toEqual([2, 1]);
    useSession.setState({ session: { ...sessionFrom(SESSION_ANSWER), username: 'ann', isAdmin: true } });
    changed(['ben']);
    expect(ids()).toEqual([2, 1]);
  });

  it('a visitor who left is not there', () => {
    applyEvent('visitorPresence', { ticket_id: 1, session_id: 5, online: false, seen_at: 7 });
    expect(useLivechats.getState().presence.get(1)).toEqual({ online: false, seenAt: 7 });
  });
});
