import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { aMessage, anInfo, aTicket, SESSION_ANSWER } from '../../../tests/builders';
import { serve } from '../../../tests/server';
import { applyEvent, applyReload } from '../../realtime/apply';
import { useConnection } from '../../realtime/connection';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { watchTickets } from '../watch';
import { KEPT_AHEAD, KEPT_CONVERSATIONS } from './limits';
import { openConversation, readAhead, readAnew, showConversation } from './read';
import { amend, leaveConversation, resetConversations, useConversations } from './store';

const one = (number = '1') => useConversations.getState().open[number];
const numbers = () => Object.keys(useConversations.getState().open);
const ids = () => one()?.messages.map(({ id }) => id);

/** Ticket `n` has the number `n`, and one message. */
function tickets(count: number, more: Parameters<typeof serve>[0] = {}) {
  const routes: Parameters<typeof serve>[0] = {};
  for (let n = 1; n <= count; n += 1) {
    routes[`GET /api/ticket/info/-/${n}`] = { body: { data: anInfo({ id: n, ticket_number: n }) } };
    routes[`GET /api/ticket/data/${n}/0`] = { body: [{ total: 1 }, { messages: [aMessage({ id: 1, ticket_id: n, ts_ms: 1_000 })] }] };
  }
  const { asked } = serve({ ...routes, ...more });
  return { asked: () => asked.map(({ key }) => key), forget: () => (asked.length = 0) };
}

async function openAndLeave(number: string): Promise<void> {
  await openConversation(number);
  leaveConversation(number);
}

beforeAll(() => watchTickets());

beforeEach(() => {
  resetConversations();
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
});

afterEach(() => useConnection.setState({ phase: 'idle' }));

describe('conversations that were left', () => {
  it('stay in memory, fifty of them, the least recently used go first', async () => {
    tickets(KEPT_CONVERSATIONS + 2);
    for (let n = 1; n <= KEPT_CONVERSATIONS; n += 1) await openAndLeave(String(n));
    expect(numbers()).toHaveLength(KEPT_CONVERSATIONS);
    await openAndLeave('1');
    await openAndLeave('51');
    await openAndLeave('52');
    expect(numbers()).toHaveLength(KEPT_CONVERSATIONS);
    expect([one('1'), one('2'), one('3'), one('4')].map((kept) => kept !== undefined)).toEqual([true, false, false, true]);
  });

  it('are ready at once when they are opened again, and read behind', async () => {
    const { asked, forget } = tickets(1);
    await openAndLeave('1');
    forget();
    const opening = openConversation('1');
    expect(one()).toMatchObject({ phase: 'ready', place: 'open', messages: [{ id: 1 }] });
    expect(asked()).toEqual(['GET /api/ticket/data/1/0', 'GET /api/ticket/info/-/1']);
    tickets(1, { 'GET /api/ticket/data/1/0': { body: [{ total: 2 }, { messages: [aMessage({ id: 1, ts_ms: 1_000 }), aMessage({ id: 2, ts_ms: 2_000 })] }] } });
    await opening;
    await openConversation('1');
    expect(ids()).toEqual([1, 2]);
  });

  it('are not read again when they were just read and followed since', async () => {
    useConnection.setState({ phase: 'live' });
    const { asked, forget } = tickets(1);
    await openAndLeave('1');
    forget();
    await openConversation('1');
    expect(asked()).toEqual([]);
    leaveConversation('1');
    vi.setSystemTime(Date.now() + 11_000);
    await openConversation('1');
    vi.useRealTimers();
    expect(asked()).toHaveLength(2);
  });

  it('keep the newest thirty messages', async () => {
    const page = Array.from({ length: 30 }, (_, at) => aMessage({ id: 100 + at, ts_ms: 100_000 + at }));
    tickets(1, { 'GET /api/ticket/data/1/0': { body: [{ total: 60 }, { messages: page }] } });
    await openConversation('1');
    amend('1', (now) => ({ ...now, messages: [aMessage({ id: 1, ts_ms: 1 }), ...page], older: 'none' }));
    leaveConversation('1');
    expect(one()).toMatchObject({ older: 'offered', place: 'kept' });
    expect(one()?.messages).toHaveLength(30);
    expect(one()?.messages[0]?.id).toBe(100);
  });

  it.each([403, 404])('go when reading them behind is answered with %s', async (status) => {
    tickets(1);
    await openAndLeave('1');
    serve({ 'GET /api/ticket/info/-/1': { status, body: {} } });
    await readAnew(1);
    expect(one()).toBeUndefined();
  });

  it('stay over a failure that passes', async () => {
    tickets(1);
    await openAndLeave('1');
    serve({ 'GET /api/ticket/info/-/1': { status: 503, body: {} } });
    await readAnew(1);
    expect(one()?.phase).toBe('ready');
  });

  it.each([403, 404])('are on screen as refused or missing where that is answered with %s, and go when they are left', async (status) => {
    tickets(1);
    const leave = showConversation('1');
    await vi.waitFor(() => expect(one()?.phase).toBe('ready'));
    serve({ 'GET /api/ticket/info/-/1': { status, body: {} } });
    await readAnew(1);
    expect(one()?.phase).toBe(status === 403 ? 'denied' : 'missing');
    leave();
    expect(one()).toBeUndefined();
  });
});

describe('those that were fetched ahead', () => {
  it('push out none that was opened, and are ten at most', async () => {
    tickets(80);
    for (let n = 1; n <= KEPT_CONVERSATIONS; n += 1) await openAndLeave(String(n));
    for (let n = KEPT_CONVERSATIONS + 1; n <= 80; n += 1) await readAhead(String(n), new AbortController().signal);
    expect(numbers()).toHaveLength(KEPT_CONVERSATIONS + KEPT_AHEAD);
    expect(one('1')).toMatchObject({ place: 'kept' });
    expect(one('80')).toMatchObject({ place: 'ahead', phase: 'ready' });
    expect(one('70')).toBeUndefined();
  });
});

describe('what happens meanwhile', () => {
  const ticket = aTicket({ id: 1, ticket_number: 1, ts: 1_700_000_100 });

  beforeEach(async () => {
    tickets(2);
    await openAndLeave('1');
  });

  it('is in a conversation that was left: messages, changes, states, deletions, and what is unread', () => {
    applyEvent('newMessage', { ticket, message: aMessage({ id: 2, ts_ms: 2_000 }), queue_id: null });
    applyEvent('newMessage', { ticket, message: aMessage({ id: 3, ts_ms: 3_000, direction: 'out', sender: 'agent2', state: 'sent' }), queue_id: null });
    applyEvent('messageEdited', { ticket_id: 1, message: aMessage({ id: 2, ts_ms: 2_000, message: 'At ten' }), snippet: undefined });
    applyEvent('messageState', { ticket_id: 1, message_id: 3, queue_id: null, state: 'read', error: null, retry_at: null });
    applyEvent('syncDelete', { ticket_id: 1, message_id: 1, message: aMessage({ id: 1, ts_ms: 1_000, deleted: true }) });
    expect(one()?.messages).toMatchObject([{ id: 1, deleted: true }, { id: 2, message: 'At ten' }, { id: 3, state: 'read' }]);
    expect(one()?.info).toMatchObject({ unread: 1, read: false });
    applyEvent('readMessage', { ticket_id: 1, username: 'agent1', read_to: 3 });
    expect(one()?.info).toMatchObject({ unread: 0, read: true });
  });

  it('is in one that is being fetched ahead', async () => {
    tickets(2, {
      'GET /api/ticket/data/2/0': () => {
        applyEvent('newMessage', { ticket: { ...ticket, id: 2, ticket_number: 2 }, message: aMessage({ id: 9, ticket_id: 2, ts_ms: 9_000 }), queue_id: null });
        return { body: [{ total: 0 }] };
      },
    });
    await readAhead('2', new AbortController().signal);
    expect(one('2')?.messages).toMatchObject([{ id: 9 }]);
  });

  it.each([
    ['a merge', 'ticketMerged', { source_id: 1, target_id: 2, merged: true, by: 'agent2', ticket }],
    ['a split', 'ticketSplit', { from_id: 1, into_id: 2, by: 'agent2', ticket }],
    ['another contact', 'ticketContactChanged', { ticket_id: 1, by: 'agent2', ticket }],
    ['a relation', 'ticketLinked', { ticket_id: 1, by: 'agent2' }],
  ])('lets go of it after %s, which events do not tell in full', (_what, name, data) => {
    applyEvent(name, data);
    expect(one()).toBeUndefined();
  });

  it('lets go of it when its ticket goes out of sight, and opens it again where it came back', async () => {
    applyEvent('participantChanged', { ticket_id: 1, participants: ['agent2'], added: [], removed: ['agent1'], by: 'agent2', ticket });
    expect(one()).toBeUndefined();
    const leave = showConversation('1');
    await vi.waitFor(() => expect(one()?.phase).toBe('ready'));
    // Nobody is sent away from what they may see again.
    expect(useConversations.getState()).toMatchObject({ removedFrom: null, givenAway: null });
    leave();
  });

  it('lets go of what goes out of sight while it is fetched ahead', async () => {
    tickets(2, {
      'GET /api/ticket/data/2/0': () => {
        applyEvent('participantChanged', { ticket_id: 2, participants: ['agent2'], added: [], removed: [], by: 'agent2', ticket: { ...ticket, id: 2 } });
        return { body: [{ total: 0 }] };
      },
    });
    await readAhead('2', new AbortController().signal);
    expect(one('2')).toBeUndefined();
  });

  it('is not known after a gap: only what is on screen is read anew', async () => {
    const leave = showConversation('2');
    await vi.waitFor(() => expect(one('2')?.phase).toBe('ready'));
    const { asked } = tickets(2);
    applyReload();
    expect(numbers()).toEqual(['2']);
    await vi.waitFor(() => expect(asked()).toContain('GET /api/ticket/info/-/2'));
    leave();
  });
});

describe('signing out', () => {
  it('forgets them, and what is still on its way', async () => {
    let tell: () => void = () => undefined;
    const waits = new Promise<void>((resolve) => (tell = resolve));
    tickets(3, { 'GET /api/ticket/info/-/3': () => waits.then(() => ({ body: { data: anInfo({ id: 3, ticket_number: 3 }) } })) });
    await openAndLeave('1');
    const ahead = readAhead('3', new AbortController().signal);
    useSession.setState({ phase: 'out', session: null });
    expect(numbers()).toEqual([]);
    tell();
    await ahead;
    expect(numbers()).toEqual([]);
  });

  it('forgets them where somebody else signed in beside this page, and reads what is on screen as they see it', async () => {
    tickets(2);
    await openAndLeave('1');
    await openConversation('2');
    const { asked } = tickets(2);
    useSession.setState({ phase: 'in', session: sessionFrom({ ...SESSION_ANSWER, username: 'agent2', user_id: 8 }) });
    expect(numbers()).toEqual(['2']);
    expect(one('2')?.phase).toBe('loading');
    await vi.waitFor(() => expect(one('2')?.phase).toBe('ready'));
    expect(asked()).toContain('GET /api/ticket/info/-/2');
  });
});
