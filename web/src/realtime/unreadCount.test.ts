import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aMessage, aTicket } from '../../tests/builders';
import { applyEvent } from './apply';
import { realtime, useConnection } from './connection';
import { useUnread } from './unread';
import { watchUnread } from './unreadCount';

const told = vi.spyOn(realtime, 'tell').mockReturnValue(undefined);
const asked = () => told.mock.calls.map(([event]) => event);
const TICKET = 'refreshTicketUnreadCount';
const LIVECHAT = 'refreshLiveChatUnreadCount';

let end = (): void => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  useConnection.setState({ phase: 'idle' });
  end = watchUnread(() => 'agent1');
});
afterEach(() => {
  end();
  told.mockClear();
  vi.useRealTimers();
});

const ticket = aTicket({ id: 7 });
const livechat = aTicket({ id: 8, livechat: true });
const message = aMessage();
const own = aMessage({ direction: 'out' });

it.each([
  ['a customer writes in a ticket', 'newMessage', { ticket, message, queue_id: null }, [TICKET]],
  ['a visitor writes in a live chat', 'newMessage', { ticket: livechat, message, queue_id: null }, [LIVECHAT]],
  ['a ticket comes into being', 'createTicket', { ticket, message, queue_id: null }, [TICKET]],
  ['a live chat begins', 'createTicket', { ticket: livechat, message, queue_id: null }, [LIVECHAT]],
  ['the same person read something in another window', 'readMessage', { ticket_id: 7, username: 'agent1' }, [TICKET, LIVECHAT]],
  ['a ticket was given to somebody', 'participantChanged', { ticket_id: 7, ticket }, [TICKET]],
  ['a ticket was closed', 'ticketStatusChanged', { ticket_id: 7, ticket }, [TICKET]],
  ['tickets were merged', 'ticketMerged', { source_id: 7, target_id: 8, ticket }, [TICKET, LIVECHAT]],
  ['a live chat became a ticket', 'liveChatConverted', { ticket_id: 8, ticket }, [TICKET, LIVECHAT]],
])('asks for the count when %s', (_, event, data, events) => {
  applyEvent(event, data);
  expect(asked()).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(asked()).toEqual(events);
});

it.each([
  ['an agent writes', 'newMessage', { ticket, message: own, queue_id: null }],
  ['an agent begins a conversation', 'createTicket', { ticket, message: own, queue_id: null }],
  ['a ticket is split off without a message', 'createTicket', { ticket, message: null, queue_id: null }],
  ['a colleague read something', 'readMessage', { ticket_id: 7, username: 'agent2' }],
])('asks for nothing when %s', (_, event, data) => {
  applyEvent(event, data);
  vi.advanceTimersByTime(5_000);
  expect(asked()).toEqual([]);
});

it('asks once a second at most for each kind, and always after the last that came', () => {
  const writes = (inside = ticket) => applyEvent('newMessage', { ticket: inside, message, queue_id: null });
  for (let at = 0; at < 20; at += 1) {
    writes();
    vi.advanceTimersByTime(100);
  }
  // 2 seconds: at 100, at 1,100, and what came after that is still due.
  expect(asked()).toEqual([TICKET, TICKET]);
  writes(livechat);
  vi.advanceTimersByTime(100);
  expect(asked()).toEqual([TICKET, TICKET, expect.any(String), expect.any(String)]);
  expect(asked().slice(2).sort()).toEqual([LIVECHAT, TICKET]);
  vi.advanceTimersByTime(5_000);
  expect(asked()).toHaveLength(4);
  writes();
  vi.advanceTimersByTime(100);
  expect(asked()).toHaveLength(5);
});

it('asks for both when the line is live again, as what happened meanwhile was told to nobody', () => {
  useConnection.setState({ phase: 'live' });
  vi.advanceTimersByTime(100);
  expect(asked()).toEqual([TICKET, LIVECHAT]);
  useConnection.setState({ phase: 'live' });
  vi.advanceTimersByTime(5_000);
  useConnection.setState({ phase: 'waiting' });
  vi.advanceTimersByTime(5_000);
  expect(asked()).toHaveLength(2);
  useConnection.setState({ phase: 'live' });
  vi.advanceTimersByTime(100);
  expect(asked()).toHaveLength(4);
});

it('shows what the server counted, and watches no more once it ended', () => {
  applyEvent('unreadCount', { ticket: 4, livechat: 1, chat: 0 });
  expect(useUnread.getState()).toMatchObject({ ticket: 4, livechat: 1 });
  applyEvent('newMessage', { ticket, message, queue_id: null });
  end();
  applyEvent('newMessage', { ticket, message, queue_id: null });
  vi.advanceTimersByTime(5_000);
  expect(asked()).toEqual([]);
});
