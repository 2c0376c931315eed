import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aTicket } from '../../tests/builders';
import { realtime } from '../realtime/connection';
import { useUnread } from '../realtime/unread';
import { refreshUnread } from '../realtime/unreadCount';
import { resetList, rowOf, useTicketList } from './list/store';
import { markRead, readFor } from './read';

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

beforeEach(() => {
  vi.useFakeTimers();
  resetList();
  useTicketList.setState({ phase: 'ready', rows: [aTicket({ id: 7, read: false, unread: 2 }), aTicket({ id: 8, ticket_number: 8, livechat: true, read: false, unread: 1 })] });
  useUnread.setState({ ticket: 3, livechat: 0, chat: 0 });
});

it.each([
  ['readMessage', false],
  ['readMessage2', true],
])('counts down once and says %s (looked at again: %s)', (event, again) => {
  const told = vi.spyOn(realtime, 'tell').mockReturnValue(undefined);
  markRead(7, again);
  markRead(7, again);
  expect(rowOf(7)).toMatchObject({ read: true, unread: 0 });
  expect(useUnread.getState().ticket).toBe(2);
  expect(told.mock.calls).toEqual([
    [event, { ticket_id: 7 }],
    [event, { ticket_id: 7 }],
  ]);
});

it.each([
  ['a ticket', 7, 'refreshTicketUnreadCount'],
  ['a live chat', 8, 'refreshLiveChatUnreadCount'],
])('asks for the count anew once %s was read, and once for many', async (_, id, event) => {
  const told = vi.spyOn(realtime, 'tell').mockReturnValue(undefined);
  vi.spyOn(realtime, 'ask').mockResolvedValue({});
  markRead(id);
  markRead(id, true);
  await readFor(id);
  expect(told.mock.calls.map(([name]) => name)).toEqual(['readMessage', 'readMessage2']);
  vi.runAllTimers();
  expect(told.mock.calls.slice(2)).toEqual([[event]]);
  markRead(id);
  vi.runAllTimers();
  expect(told.mock.calls.slice(3).map(([name]) => name)).toEqual(['readMessage', event]);
});

it('asks for nothing where the server was not told', async () => {
  const told = vi.spyOn(realtime, 'tell').mockReturnValue(undefined);
  await expect(readFor(7)).rejects.toMatchObject({ code: 'offline' });
  vi.runAllTimers();
  expect(told).not.toHaveBeenCalled();
});

it('has a word of its own for the chats of colleagues', () => {
  const told = vi.spyOn(realtime, 'tell').mockReturnValue(undefined);
  refreshUnread('chat');
  vi.runAllTimers();
  expect(told.mock.calls).toEqual([['refreshChatUnreadCount']]);
});
