import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { anInfo, aTicket } from '../../../tests/builders';
import { serve } from '../../../tests/server';
import { useConnection } from '../../realtime/connection';
import { resetList, useTicketList } from '../list/store';
import { aimAt, AHEAD_AT_ONCE, REST_MS } from './ahead';
import { openConversation } from './read';
import { resetConversations, useConversations } from './store';

const one = (number: string) => useConversations.getState().open[number];

/** Answers wait until they are told to come; each says which request it was of, and whether that was given up. */
function slow(count = 9) {
  const waiting = new Map<string, () => void>();
  const routes: Parameters<typeof serve>[0] = {};
  for (let n = 1; n <= count; n += 1) {
    routes[`GET /api/ticket/info/-/${n}`] = () => new Promise((resolve) => waiting.set(String(n), () => resolve({ body: { data: anInfo({ id: n, ticket_number: n }) } })));
    routes[`GET /api/ticket/data/${n}/0`] = { body: [{ total: 0 }] };
  }
  const { asked } = serve(routes);
  const answering = globalThis.fetch;
  const givenUp: string[] = [];
  vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) => {
    init.signal?.addEventListener('abort', () => givenUp.push(input));
    const gone = new Promise<never>((_, reject) => init.signal?.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError'))));
    return Promise.race([answering(input, init), gone]);
  });
  const of = (keys: readonly string[]) => keys.filter((key) => key.includes('/info/')).map((key) => key.split('/').at(-1));
  return {
    asked: () => of(asked.map(({ key }) => key)),
    givenUp: () => of(givenUp),
    answer: async (number: string) => {
      waiting.get(number)?.();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

const rest = (ms = REST_MS) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  resetList();
  resetConversations();
  useConnection.setState({ phase: 'live' });
  useTicketList.setState({ phase: 'ready', rows: [1, 2, 3, 4].map((n) => aTicket({ id: n, ticket_number: n })) });
});

afterEach(() => {
  aimAt([]);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  useConnection.setState({ phase: 'idle' });
});

it('fetches what is rested on, both its ticket and its messages, and puts it in memory whole', async () => {
  const { asked, answer } = slow();
  aimAt(['1']);
  await rest(REST_MS - 1);
  expect(asked()).toEqual([]);
  await rest(1);
  expect(asked()).toEqual(['1']);
  expect(one('1')).toBeUndefined();
  await answer('1');
  expect(one('1')).toMatchObject({ phase: 'ready', place: 'ahead' });
});

it('fetches nothing of what is passed', async () => {
  const { asked } = slow();
  aimAt(['1']);
  await rest(REST_MS - 1);
  aimAt(['2']);
  await rest(REST_MS - 1);
  aimAt([]);
  await rest(1_000);
  expect(asked()).toEqual([]);
});

it('has two on their way at most, and gives up those that are aimed at no more', async () => {
  const { asked, givenUp } = slow();
  aimAt(['1', '2', '3']);
  await rest();
  expect(asked()).toEqual(['1', '2']);
  aimAt(['2', '3']);
  await rest();
  expect(asked()).toEqual(['1', '2', '3']);
  expect(givenUp()).toEqual(['1']);
  aimAt(['4', '5']);
  await rest();
  expect(givenUp()).toEqual(['1', '2', '3']);
  expect(asked().length - givenUp().length).toBe(AHEAD_AT_ONCE);
  expect(useConversations.getState().open).toEqual({});
});

it('asks once where it is opened while it is on its way, and does not give it up', async () => {
  const { asked, givenUp, answer } = slow();
  aimAt(['1']);
  await rest();
  const opening = openConversation('1');
  expect(one('1')).toMatchObject({ phase: 'loading', place: 'open' });
  aimAt([]);
  await answer('1');
  await opening;
  expect(one('1')).toMatchObject({ phase: 'ready', place: 'open' });
  expect(asked()).toEqual(['1']);
  expect(givenUp()).toEqual([]);
});

it('asks by itself where it is opened after it was given up', async () => {
  const { asked, answer } = slow();
  aimAt(['1']);
  await rest();
  aimAt([]);
  const opening = openConversation('1');
  await vi.advanceTimersByTimeAsync(0);
  expect(asked()).toEqual(['1', '1']);
  await answer('1');
  await opening;
  expect(one('1')?.phase).toBe('ready');
});

it('leaves alone what is in memory', async () => {
  const { asked, answer } = slow();
  aimAt(['1']);
  await rest();
  await answer('1');
  aimAt(['1', '2']);
  await rest();
  expect(asked()).toEqual(['1', '2']);
});

it('leaves nothing behind of what failed', async () => {
  serve({ 'GET /api/ticket/info/-/1': { status: 403, body: {} } });
  aimAt(['1']);
  await rest();
  expect(useConversations.getState().open).toEqual({});
});

describe('whoever is sparing', () => {
  it('gets nothing ahead where the browser says that data is saved', async () => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
    const { asked } = slow();
    aimAt(['1']);
    await rest(1_000);
    Reflect.deleteProperty(navigator, 'connection');
    expect(asked()).toEqual([]);
  });

  it.each(['waiting', 'off'] as const)('gets nothing ahead while the line is %s', async (phase) => {
    useConnection.setState({ phase });
    const { asked } = slow();
    aimAt(['1']);
    await rest(1_000);
    expect(asked()).toEqual([]);
  });
});
