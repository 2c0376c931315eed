import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { aMessage, anInfo, aTicket, SESSION_ANSWER } from '../../tests/builders';
import { serve } from '../../tests/server';
import { useAgents } from '../api/agents';
import { applyEvent } from '../realtime/apply';
import { realtime, syncSince, useConnection } from '../realtime/connection';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { openConversation } from './conversation/read';
import { resetConversations, useConversations } from './conversation/store';
import { openList, resetList, useTicketList } from './list/store';
import { setShown } from './read';
import { takeTyping, useTyping } from './typing';
import { watchTickets } from './watch';

const row = (id: number) => useTicketList.getState().rows.find((each) => each.id === id);

beforeAll(() => {
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
  watchTickets();
});

beforeEach(async () => {
  resetList();
  resetConversations();
  setShown(null);
  serve({
    'GET /api/ticket/load/-/open/ticket/0': { body: { data: [aTicket({ id: 1 }), aTicket({ id: 2, ts: 1_600_000_000 })], count: 2 } },
    'GET /api/ticket/info/-/1001': { body: { data: anInfo() } },
    'GET /api/ticket/data/1/0': { body: [{ total: 0 }] },
    'GET /api/ticket/data/sync': { body: [aTicket({ id: 2, ts: 1_700_000_100, unread: 2, read: false })] },
  });
  await openList('open');
  await openConversation('1001');
});

it('says that it got a new ticket', () => {
  const told = vi.spyOn(realtime, 'tell').mockReturnValue(undefined);
  applyEvent('createTicket', { ticket: aTicket({ id: 9, ticket_number: 9 }), message: aMessage({ id: 5 }) });
  expect(told.mock.calls).toEqual([['receivedTicket', { ticket_id: 9 }]]);
  expect(row(9)).toMatchObject({ read: false });
  told.mockRestore();
});

it('marks a message unread, in list and conversation alike', () => {
  applyEvent('newMessage', { ticket: aTicket({ id: 1, ts: 1_700_000_050 }), message: aMessage({ id: 5 }) });
  expect(row(1)).toMatchObject({ read: false, unread: 1 });
  expect(useConversations.getState().open['1001']?.messages).toMatchObject([{ id: 5 }]);
});

it('shows a changed newest message in the list, and none that is gone', () => {
  applyEvent('messageEdited', { ticket_id: 1, message: aMessage({ id: 5, message: 'At ten' }), snippet: 'At ten' });
  expect(row(1)?.snippet).toBe('At ten');
  applyEvent('syncDelete', { ticket_id: 1, message_id: 5 });
  expect(row(1)?.snippet).toBe('At ten');
  applyEvent('syncDelete', { ticket_id: 1, message_id: 5, message: aMessage({ id: 5 }), snippet: '' });
  expect(row(1)?.snippet).toBe('');
});

it('takes what a helper told of a message, and of the ticket', () => {
  applyEvent('newMessage', { ticket: aTicket({ id: 1 }), message: aMessage({ id: 5 }) });
  const emotions = { emotion: { anger: 62 }, emotion_2: { anger: 1 } };
  applyEvent('messageInsight', { ticket_id: 1, message_id: 5, message: aMessage({ id: 5, emotion_2: { anger: 62 }, anchor: 'price' }), by: 'server', kind: 'emotion', ...emotions });
  expect(row(1)).toMatchObject(emotions);
  const { info, messages } = useConversations.getState().open['1001'] ?? {};
  expect(info).toMatchObject(emotions);
  expect(messages).toMatchObject([{ id: 5, emotion_2: { anger: 62 }, anchor: 'price' }]);
});

it('marks it read at once while it is being looked at', () => {
  setShown(1);
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  applyEvent('newMessage', { ticket: aTicket({ id: 1 }), message: aMessage({ id: 5 }) });
  expect(row(1)).toMatchObject({ read: true, unread: 0 });
});

it('does not count twice what a sync and then the replay tell', async () => {
  await syncSince(1_700_000_000);
  expect(row(2)?.unread).toBe(2);
  const ticket = aTicket({ id: 2, ts: 1_700_000_100 });
  applyEvent('newMessage', { ticket, message: aMessage({ id: 8, ts: 1_700_000_090 }) });
  applyEvent('newMessage', { ticket, message: aMessage({ id: 9, ts: 1_700_000_100 }) });
  expect(row(2)?.unread).toBe(2);
  applyEvent('newMessage', { ticket: { ...ticket, ts: 1_700_000_200 }, message: aMessage({ id: 10, ts: 1_700_000_200 }) });
  expect(row(2)?.unread).toBe(3);
});

it('asks for what changed part by part, until a part has room', async () => {
  const from = 1_700_000_000;
  const parts = [
    Array.from({ length: 200 }, (_, n) => aTicket({ id: 100 + n, ts: from + n })),
    [aTicket({ id: 1, ts: from + 500, unread: 7, read: false })],
  ];
  const asked: string[] = [];
  serve({
    'GET /api/ticket/data/sync': ({ url }) => {
      asked.push(url.searchParams.get('ts') ?? '');
      return { body: parts.shift() ?? [] };
    },
  });
  await syncSince(from);
  expect(asked).toEqual([String(from), String(from + 199)]);
  expect(row(1)?.unread).toBe(7);
});

it('ends where a whole part changed in one second', async () => {
  const crowd = Array.from({ length: 200 }, (_, n) => aTicket({ id: 100 + n, ts: 1_700_000_000 }));
  let asked = 0;
  serve({ 'GET /api/ticket/data/sync': () => ((asked += 1), { body: crowd }) });
  await syncSince(1_700_000_000);
  expect(asked).toBe(1);
});

it('takes a ticket out of the open list when it is resolved elsewhere', () => {
  applyEvent('ticketStatusChanged', { ticket_id: 1, ticket_number: 1001, status: 2, by: 'agent2', ticket: aTicket({ id: 1, closed: 2 }) });
  expect(row(1)).toBeUndefined();
  expect(useConversations.getState().open['1001']?.info?.closed).toBe(2);
});

it('drops the row and says so when this person is removed', () => {
  applyEvent('participantChanged', { ticket_id: 1, participants: ['agent2'], added: [], removed: ['agent1'], ticket: aTicket({ id: 1, assignee: 'agent2' }) });
  expect(row(1)).toBeUndefined();
  expect(useConversations.getState().removedFrom).toBe(1);
});

it('lets a free ticket go that was given to somebody else, by others or by this person', () => {
  useAgents.setState({ names: new Map([['agent2', 'Mei']]) });
  const given = { ticket_id: 1, participants: ['agent2'], added: ['agent2'], removed: [], ticket: aTicket({ id: 1, assignee: 'agent2' }) };
  applyEvent('participantChanged', { ...given, by: 'agent3' });
  expect(row(1)).toBeUndefined();
  expect(useConversations.getState()).toMatchObject({ removedFrom: null, givenAway: { ticketId: 1, names: 'Mei' } });
  applyEvent('participantChanged', { ...given, by: 'agent1' });
  expect(useConversations.getState().givenAway).toEqual({ ticketId: 1, names: '' });
});

it('calls who takes part by name', () => {
  useAgents.setState({ names: new Map([['agent2', 'Mei']]) });
  applyEvent('participantChanged', { ticket_id: 1, participants: ['agent1', 'agent2'], added: ['agent2'], removed: [], by: 'agent1', ticket: aTicket({ id: 1 }) });
  expect(useConversations.getState().open['1001']?.info?.participants[1]).toMatchObject({ username: 'agent2', name: 'Mei' });
});

it('takes up again what was put aside, in banner and list, when the customer writes', async () => {
  serve({ 'GET /api/ticket/load/-/pending/ticket/0': { body: { data: [aTicket({ id: 1, closed: 1 })], count: 1 } } });
  await openList('pending');
  const info = () => useConversations.getState().open['1001']?.info;
  applyEvent('ticketSnoozed', { ticket_id: 1, snoozed_until: 1_800_000_000_000, by: 'agent1' });
  applyEvent('ticketStatusChanged', { ticket_id: 1, ticket_number: 1001, status: 1, by: 'agent1', ticket: aTicket({ id: 1, closed: 1 }) });
  expect(info()).toMatchObject({ closed: 1, snoozed_until: 1_800_000_000_000 });
  applyEvent('newMessage', { ticket: aTicket({ id: 1, closed: 0, ts: 1_700_000_050 }), message: aMessage({ id: 5 }) });
  applyEvent('ticketSnoozed', { ticket_id: 1, snoozed_until: null, by: 'server' });
  expect(info()).toMatchObject({ closed: 0, snoozed_until: null });
  expect(row(1)).toBeUndefined();
});

it('takes of a ticket that was related only to which', async () => {
  const { asked } = serve({
    'GET /api/ticket/info/-/1001': { body: { data: anInfo({ title: 'Other', links: [{ id: 4, ticket_number: 1004, title: 'Four', name: '', channel: 'TELEGRAM', closed: 0 }] }) } },
  });
  applyEvent('ticketLinked', { ticket_id: 1, by: 'agent2' });
  await vi.waitFor(() => expect(useConversations.getState().open['1001']?.info?.links).toHaveLength(1), { timeout: 20_000 });
  expect(asked.map(({ key }) => key)).toEqual(['GET /api/ticket/info/-/1001']);
  expect(useConversations.getState().open['1001']).toMatchObject({ phase: 'ready', info: { title: 'Where is my parcel' } });
});

it('reads an agent\'s list once more when channels change, and no admin\'s', async () => {
  const session = useSession.getState().session;
  const { asked } = serve({ 'GET /api/ticket/load/-/open/ticket/0': { body: { data: [aTicket({ id: 7, ticket_number: 7 })], count: 1 } } });
  const channel = { id: 5, plugin: 'telegram', name: 'Shop', enabled: false, status: 'paused' };
  for (const status of ['degraded', 'paused']) applyEvent('channelDataUpdated', { channel: { ...channel, status } });
  await vi.waitFor(() => expect(row(7)).toBeDefined(), { timeout: 5_000 });
  expect(asked.map(({ key }) => key)).toEqual(['GET /api/ticket/load/-/open/ticket/0']);
  vi.useFakeTimers();
  useSession.setState({ session: sessionFrom({ ...SESSION_ANSWER, type: 'admin' as const }) });
  applyEvent('channelDataUpdated', { channel });
  vi.advanceTimersByTime(5_000);
  expect(asked).toHaveLength(1);
  vi.useRealTimers();
  useSession.setState({ session });
});

it('adds who has read', () => {
  applyEvent('readMessage', { ticket_id: 1, username: 'agent2', read_to: 5 });
  expect(useConversations.getState().open['1001']?.info?.reader).toEqual(['agent2']);
});

it('keeps who has read while the desk answers, until the customer writes again', () => {
  const reader = () => useConversations.getState().open['1001']?.info?.reader;
  applyEvent('readMessage', { ticket_id: 1, username: 'agent2', read_to: 5 });
  applyEvent('newMessage', { ticket: aTicket({ id: 1 }), message: aMessage({ id: 6, direction: 'out', sender: 'agent1' }) });
  expect(reader()).toEqual(['agent2']);
  applyEvent('newMessage', { ticket: aTicket({ id: 1 }), message: aMessage({ id: 7 }) });
  expect(reader()).toEqual([]);
});

it('shows a ticket as read that this person answers from elsewhere', () => {
  applyEvent('newMessage', { ticket: aTicket({ id: 3 }), message: aMessage({ id: 6, ticket_id: 3, direction: 'out', sender: 'agent1' }) });
  expect(row(3)).toMatchObject({ read: true, unread: 0 });
});

it('shows others typing for five seconds, and oneself never', () => {
  vi.useFakeTimers();
  applyEvent('typing', { ticket_id: 1, username: 'agent1', name: 'Agent One', typing: true });
  expect(useTyping.getState().byTicket.size).toBe(0);
  applyEvent('typing', { ticket_id: 1, username: 'visitor', name: 'Aisyah', typing: true });
  expect([...(useTyping.getState().byTicket.get(1)?.values() ?? [])]).toEqual(['Aisyah']);
  vi.advanceTimersByTime(5_100);
  expect(useTyping.getState().byTicket.size).toBe(0);
  takeTyping(1, 'visitor', 'Aisyah', true);
  applyEvent('typing', { ticket_id: 1, username: 'visitor', name: 'Aisyah', typing: false });
  expect(useTyping.getState().byTicket.size).toBe(0);
  vi.useRealTimers();
});

it('reads once more what was read before the line stood the first time, and not at the next', async () => {
  useConnection.setState({ phase: 'idle' });
  const routes = {
    'GET /api/ticket/load/-/open/ticket/0': { body: { data: [aTicket({ id: 7, ticket_number: 7 })], count: 1 } },
    'GET /api/ticket/info/-/1001': { body: { data: anInfo({ title: 'Newer' }) } },
    'GET /api/ticket/data/1/0': { body: [{ total: 0 }] },
  };
  const { asked } = serve(routes);
  useConnection.setState({ phase: 'connecting' });
  useConnection.setState({ phase: 'live' });
  await vi.waitFor(() => expect(row(7)).toBeDefined());
  await vi.waitFor(() => expect(useConversations.getState().open['1001']?.info?.title).toBe('Newer'));
  expect(asked).toHaveLength(3);
  for (const phase of ['waiting', 'connecting', 'live'] as const) useConnection.setState({ phase });
  expect(asked).toHaveLength(3);
  useConnection.setState({ phase: 'idle' });
});
