import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aMerged, aMessage, anInfo, aTicket } from '../../../tests/builders';
import { serve } from '../../../tests/server';
import type { Ticket } from '../../api/types';
import { resetList, useTicketList } from '../list/store';
import { loadOlder, openConversation, readAnew } from './read';
import { amendTicket, resetConversations, useConversations } from './store';
import { takeInfo, takeMessage, takeState } from './take';

const one = () => useConversations.getState().open['1001'];
const page = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => aMessage({ id: from + index, ts_ms: (from + index) * 1000 }));

beforeEach(() => resetConversations());

it.each([
  [403, 'denied'],
  [404, 'missing'],
  [500, 'failed'],
] as const)('an answer of %s is %s', async (status, phase) => {
  serve({ 'GET /api/ticket/info/-/1001': { status, body: {} } });
  await openConversation('1001');
  expect(one()?.phase).toBe(phase);
});

describe('a ticket and its messages', () => {
  const INFO = 'GET /api/ticket/info/-/1001';
  const list = (...rows: Ticket[]) => useTicketList.setState({ rows });
  afterEach(resetList);

  /** The ticket's own answer waits for `tell`. */
  function slow(more: Parameters<typeof serve>[0], info = anInfo()) {
    let tell: () => void = () => undefined;
    const waits = new Promise<void>((resolve) => (tell = resolve));
    const { asked } = serve({ [INFO]: () => waits.then(() => ({ body: { data: info } })), ...more });
    return { asked: () => asked.map(({ key }) => key), tell };
  }

  it('are asked for at once where the list knows the ticket', async () => {
    list(aTicket({ id: 1, ticket_number: 1001 }));
    const { asked, tell } = slow({ 'GET /api/ticket/data/1/0': { body: [{ total: 1 }, { messages: page(1, 1) }] } });
    const opening = openConversation('1001');
    expect(asked()).toEqual(['GET /api/ticket/data/1/0', INFO]);
    tell();
    await opening;
    expect(one()).toMatchObject({ phase: 'ready', messages: [{ id: 1 }] });
    expect(asked()).toHaveLength(2);
    const again = readAnew(1);
    expect(asked().slice(2)).toEqual(['GET /api/ticket/data/1/0', INFO]);
    await again;
  });

  it('are asked for in turn where only the server knows it', async () => {
    const { asked, tell } = slow({ 'GET /api/ticket/data/1/0': { body: [{ total: 0 }] } });
    const opening = openConversation('1001');
    expect(asked()).toEqual([INFO]);
    tell();
    await opening;
    expect(asked()).toEqual([INFO, 'GET /api/ticket/data/1/0']);
  });

  it('are the ones the server means, whatever the list said', async () => {
    list(aTicket({ id: 7, ticket_number: 1001 }));
    const { tell } = slow({
      'GET /api/ticket/data/7/0': { body: [{ total: 1 }, { messages: page(9, 1) }] },
      'GET /api/ticket/data/1/0': { body: [{ total: 1 }, { messages: page(1, 1) }] },
    });
    tell();
    await openConversation('1001');
    expect(one()).toMatchObject({ info: { id: 1 }, messages: [{ id: 1 }] });
  });

  it.each([
    [{ [INFO]: { status: 403, body: {} } }, 'denied'],
    [{ 'GET /api/ticket/data/1/0': { status: 503, body: {} } }, 'failed'],
  ] as const)('are refused together', async (refusal, phase) => {
    list(aTicket({ id: 1, ticket_number: 1001 }));
    serve({ [INFO]: { body: { data: anInfo() } }, 'GET /api/ticket/data/1/0': { status: 404, body: {} }, ...refusal });
    await openConversation('1001');
    expect(one()?.phase).toBe(phase);
  });
});

it('reads thirty at a time, each once', async () => {
  serve({
    'GET /api/ticket/info/-/1001': { body: { data: anInfo() } },
    'GET /api/ticket/data/1/0': ({ url }) => {
      const before = Number(url.searchParams.get('messageId') ?? 66);
      const from = Math.max(1, before - 30);
      return { body: [{ total: 65 }, { date: '14/11/2023', messages: page(from, before - from) }] };
    },
  });
  await openConversation('1001');
  expect(one()).toMatchObject({ older: 'offered', total: 65 });
  await loadOlder('1001');
  await loadOlder('1001');
  expect(one()?.messages).toHaveLength(65);
  expect(one()?.older).toBe('none');
  await loadOlder('1001');
  expect(one()?.messages).toHaveLength(65);
});

it.each([404, 500])('flags the ticket as not found when older messages fail with %s', async (status) => {
  serve({
    'GET /api/ticket/info/-/1001': { body: { data: anInfo() } },
    'GET /api/ticket/data/1/0': ({ url }) => (url.searchParams.has('messageId') ? { status, body: {} } : { body: [{ total: 65 }, { messages: page(36, 30) }] }),
  });
  await openConversation('1001');
  await loadOlder('1001');
  expect(one()?.phase).toBe('missing');
});

it('cuts the live window to thirty when more than sixty are shown at the bottom', async () => {
  serve({
    'GET /api/ticket/info/-/1001': { body: { data: anInfo() } },
    'GET /api/ticket/data/1/0': { body: [{ total: 30 }, { messages: page(1, 30) }] },
  });
  await openConversation('1001');
  for (const message of page(31, 31)) takeMessage(1, message);
  expect(one()?.messages).toHaveLength(30);
  expect(one()).toMatchObject({ older: 'offered', total: 61 });
});

it('finds a message by its queue id when its state comes first', async () => {
  serve({
    'GET /api/ticket/info/-/1001': { body: { data: anInfo() } },
    'GET /api/ticket/data/1/0': { body: [{ total: 0 }] },
  });
  await openConversation('1001');
  takeMessage(1, aMessage({ id: 'queue-aaaaaaaaaa', queue_id: 'queue-aaaaaaaaaa', direction: 'out', state: 'sending' }));
  takeState(1, { message_id: 5, queue_id: 'queue-aaaaaaaaaa', state: 'sent', error: null, retry_at: null });
  expect(one()?.messages).toMatchObject([{ id: 5, state: 'sent' }]);
});

it('has what came in and changed while it was read the first time', async () => {
  serve({
    'GET /api/ticket/info/-/1001': { body: { data: anInfo() } },
    'GET /api/ticket/data/1/0': () => {
      takeMessage(1, aMessage({ id: 3, ts_ms: 3_000 }));
      takeMessage(2, aMessage({ id: 4, ticket_id: 2, ts_ms: 4_000 }));
      takeState(1, { message_id: 2, queue_id: null, state: 'delivered', error: null, retry_at: null });
      takeInfo(aTicket({ title: 'Renamed' }));
      return { body: [{ total: 2 }, { messages: [...page(1, 1), aMessage({ id: 2, ts_ms: 2_000, direction: 'out', state: 'sent' })] }] };
    },
  });
  await openConversation('1001');
  expect(one()?.messages).toMatchObject([{ id: 1 }, { id: 2, state: 'delivered' }, { id: 3 }]);
  expect(one()).toMatchObject({ phase: 'ready', total: 3, info: { title: 'Renamed' } });
  // What was told before is not told once more.
  amendTicket(1, (now) => ({ ...now, info: anInfo() }));
  await readAnew(1);
  expect(one()?.messages).toHaveLength(3);
});

describe('reading anew', () => {
  const INFO = 'GET /api/ticket/info/-/1001';
  const DATA = 'GET /api/ticket/data/1/0';
  const ids = () => one()?.messages.map(({ id }) => id);
  const newest = (info = anInfo()) => ({ [INFO]: { body: { data: info } }, [DATA]: { body: [{ total: 65 }, { messages: page(36, 30) }] } });

  it('leaves whoever reads further up where they are', async () => {
    serve({
      ...newest(),
      [DATA]: ({ url }) => ({ body: [{ total: 65 }, { messages: url.searchParams.has('messageId') ? page(6, 30) : page(36, 30) }] }),
    });
    await openConversation('1001');
    await loadOlder('1001');
    await readAnew(1);
    expect(ids()).toHaveLength(60);
    expect(one()?.older).toBe('offered');
    serve(newest(anInfo({ merged: [aMerged()] })));
    await readAnew(1);
    // What is between them is not known: the other ticket's messages are among them.
    expect(ids()).toHaveLength(30);
  });

  it('does not lose what came in or changed while the answer was on its way', async () => {
    serve(newest());
    await openConversation('1001');
    serve({
      ...newest(anInfo({ merged: [aMerged()] })),
      [DATA]: () => {
        takeMessage(1, aMessage({ id: 65, ts_ms: 65_000, message: 'Changed' }));
        takeMessage(1, aMessage({ id: 70, ts_ms: 70_000 }));
        return { body: [{ total: 65 }, { messages: page(36, 30) }] };
      },
    });
    await readAnew(1);
    expect(one()?.messages.slice(-2)).toMatchObject([{ id: 65, message: 'Changed' }, { id: 70 }]);
  });

  it('does not lose what changed about the ticket while the answer was on its way', async () => {
    serve(newest(anInfo({ severity: 'L', pinned: [] })));
    await openConversation('1001');
    serve({
      ...newest(anInfo({ severity: 'L', pinned: [], email: 'new@shop.example' })),
      [DATA]: () => {
        amendTicket(1, (now) => ({ ...now, info: now.info === null ? null : { ...now.info, severity: 'H' } }));
        takeMessage(1, aMessage({ id: 65, ts_ms: 65_000, pinned: true }));
        return { body: [{ total: 65 }, { messages: page(36, 30) }] };
      },
    });
    await readAnew(1);
    expect(one()?.info).toMatchObject({ severity: 'H', email: 'new@shop.example', pinned: [{ id: 65 }] });
    serve(newest(anInfo({ severity: 'M', pinned: [] })));
    await readAnew(1);
    expect(one()?.info).toMatchObject({ severity: 'M', pinned: [] });
  });

  it('takes the answer that was asked for last, and stays over a passing failure', async () => {
    serve(newest());
    await openConversation('1001');
    const waiting: ((title: string) => void)[] = [];
    serve({ ...newest(), [INFO]: () => new Promise((resolve) => waiting.push((title) => resolve({ body: { data: anInfo({ title }) } }))) });
    const both = [readAnew(1), readAnew(1)];
    await vi.waitFor(() => expect(waiting).toHaveLength(2), { timeout: 20_000 });
    waiting[1]?.('Later');
    await both[1];
    waiting[0]?.('Earlier');
    await both[0];
    expect(one()?.info?.title).toBe('Later');
    serve({ [INFO]: { status: 503, body: {} } });
    await readAnew(1);
    expect(one()).toMatchObject({ phase: 'ready', problem: null });
    serve({ [INFO]: { status: 404, body: {} } });
    await readAnew(1);
    expect(one()?.phase).toBe('missing');
  });
});
