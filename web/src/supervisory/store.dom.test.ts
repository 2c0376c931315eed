import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serve } from '../../tests/server';
import { aBoard, aSupervisedAgent } from '../../tests/supervisory';
import { applyEvent, applyReload } from '../realtime/apply';
import { useConnection } from '../realtime/connection';
import { takeAgent, useBoard, useIsStale, watchBoard } from './store';

const BOARD = 'GET /api/supervisory';

let stop: () => void = () => undefined;
let answer: () => Promise<{ status?: number; body: unknown }>;
let asked: { key: string }[];

beforeEach(() => {
  vi.useFakeTimers();
  answer = () => Promise.resolve({ body: aBoard() });
  asked = serve({ [BOARD]: () => answer() }).asked;
  useConnection.setState({ phase: 'live' });
});
afterEach(() => {
  stop();
  stop = () => undefined;
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const never = () => new Promise<never>(() => undefined);
const staleness = () => renderHook(() => useIsStale()).result;

async function begin() {
  stop = watchBoard();
  await wait(1_000);
  expect(asked).toHaveLength(1);
}

it.each(['presence', 'liveChatQueue', 'routingOffered', 'routingQueuesChanged', 'routingAgentsChanged', 'newMessage', 'ticketStatusChanged', 'participantChanged', 'ticketDueChanged'])(
  'is read again after %s',
  async (event) => {
    await begin();
    applyEvent(event, {});
    await wait(0);
    expect(asked).toHaveLength(2);
  },
);

it('is read once for events that come together, and once more after the last', async () => {
  await begin();
  for (let at = 0; at < 50; at += 1) {
    applyEvent('newMessage', {});
    await wait(10);
  }
  await wait(400);
  expect(asked).toHaveLength(4);
  await wait(60_000);
  expect(asked).toHaveLength(4);
});

it('is read again with a new connection, after a gap, and when the tab is seen', async () => {
  await begin();
  useConnection.setState({ phase: 'waiting' });
  useConnection.setState({ phase: 'live' });
  await wait(1_000);
  applyReload();
  await wait(1_000);
  expect(asked).toHaveLength(3);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  applyEvent('presence', {});
  await wait(1_000);
  expect(asked).toHaveLength(3);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  await wait(1_000);
  expect(asked).toHaveLength(4);
});

it('is not read any more once its screen is left', async () => {
  await begin();
  stop();
  applyEvent('presence', {});
  await wait(1_000);
  expect([asked.length, useBoard.getState().board]).toEqual([1, null]);
});

it('is stale without a line, and after a read that failed until one does not', async () => {
  const stale = staleness();
  await begin();
  expect(stale.current).toBe(false);
  act(() => useConnection.setState({ phase: 'waiting' }));
  expect(stale.current).toBe(true);
  answer = () => Promise.resolve({ status: 500, body: { error: { code: 'internal', message: '' } } });
  act(() => useConnection.setState({ phase: 'live' }));
  await wait(1_000);
  expect([stale.current, useBoard.getState().board === null]).toEqual([true, false]);
  answer = () => Promise.resolve({ body: aBoard() });
  applyEvent('presence', {});
  await wait(1_000);
  expect(stale.current).toBe(false);
});

it('is stale once an event is not shown for five seconds', async () => {
  const stale = staleness();
  await begin();
  answer = never;
  applyEvent('newMessage', {});
  await wait(4_900);
  expect(stale.current).toBe(false);
  applyEvent('newMessage', {});
  await wait(200);
  expect(stale.current).toBe(true);
});

it('is up to date again once it shows all events', async () => {
  const stale = staleness();
  await begin();
  let end: () => void = () => undefined;
  answer = () => new Promise((resolve) => (end = () => resolve({ body: aBoard() })));
  applyEvent('newMessage', {});
  await wait(5_100);
  expect(stale.current).toBe(true);
  applyEvent('newMessage', {});
  end();
  answer = () => Promise.resolve({ body: aBoard() });
  await wait(1_000);
  expect([stale.current, asked.length]).toEqual([false, 3]);
  await wait(60_000);
  expect(stale.current).toBe(false);
});

it('knows how far the clock of the server is ahead, and shows an agent as an answer gave them', async () => {
  answer = () => Promise.resolve({ body: aBoard({ at: Date.now() + 90_000 }) });
  await begin();
  expect(useBoard.getState().aheadMs).toBe(90_000);
  takeAgent(aSupervisedAgent({ status: 'AWAY' }));
  expect(useBoard.getState().board?.agents.map(({ status }) => status)).toEqual(['AWAY']);
});
