import { beforeEach, expect, it, vi } from 'vitest';
import { aTicket } from '../../tests/builders';
import { realtime } from '../realtime/connection';
import { useUnread } from '../realtime/unread';
import { resetList, rowOf, useTicketList } from './list/store';
import { markRead } from './read';

beforeEach(() => {
  resetList();
  useTicketList.setState({ phase: 'ready', rows: [aTicket({ id: 7, read: false, unread: 2 })] });
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
  told.mockRestore();
});
