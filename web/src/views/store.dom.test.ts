import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aView } from '../../tests/builders';
import { serve } from '../../tests/server';
import { applyEvent, applyReload } from '../realtime/apply';
import { useSession } from '../session/store';
import { builtIns } from './model';
import { loadViews, needViews, resetViews, useViews, watchCounts } from './store';

const settled = () => vi.advanceTimersByTimeAsync(0);
const page = (count: number, countMore = false) => ({ body: { data: [], count, countMore, status: 'success' } });

beforeEach(() => {
  vi.useFakeTimers();
  resetViews();
});
afterEach(() => vi.useRealTimers());

describe('the views', () => {
  it('are read once, and again when the socket says that they are others', async () => {
    const { asked } = serve({ 'GET /api/views': { body: [aView()] } });
    applyEvent('viewsChanged', {});
    needViews();
    needViews();
    await settled();
    expect(useViews.getState()).toMatchObject({ phase: 'ready', views: [{ name: 'Urgent' }] });
    expect(asked).toHaveLength(1);
    applyEvent('viewsChanged', {});
    await settled();
    applyReload();
    await settled();
    expect(asked).toHaveLength(3);
  });

  it('stay as they were when they cannot be read again', async () => {
    serve({ 'GET /api/views': { body: [aView()] } });
    await loadViews();
    serve({ 'GET /api/views': { status: 500, body: {} } });
    await loadViews();
    expect(useViews.getState()).toMatchObject({ phase: 'ready', views: [{ id: 1 }], problem: null });
  });

  it('say so when there never were any to read', async () => {
    serve({ 'GET /api/views': { status: 503, body: {} } });
    await loadViews();
    expect(useViews.getState()).toMatchObject({ phase: 'failed', problem: { code: 'unavailable' } });
  });

  it('are forgotten at log-out', async () => {
    serve({ 'GET /api/views': { body: [aView()] } });
    useSession.setState({ phase: 'in' });
    needViews();
    await settled();
    useSession.setState({ phase: 'out' });
    expect(useViews.getState()).toMatchObject({ phase: 'idle', views: [] });
  });
});

describe('the counts', () => {
  const routes = {
    'GET /api/views/counts': { body: [{ id: 1, count: 99, countMore: true }] },
    'GET /api/ticket/load/-/open/ticket/0': ({ url }: { url: URL }) => page(url.searchParams.get('agent') === 'anna' ? 3 : 40),
  };

  it('come at once for the saved views and for those that everybody has', async () => {
    serve(routes);
    const end = watchCounts(builtIns('anna'));
    await settled();
    expect(useViews.getState().counts).toEqual({
      1: { count: 99, countMore: true },
      mine: { count: 3, countMore: false },
      unassigned: { count: 40, countMore: false },
      all: { count: 40, countMore: false },
      due: { count: 40, countMore: false },
    });
    end();
  });

  it('are asked for once in two seconds, however much happens, and not when nothing does', async () => {
    const { asked } = serve(routes);
    const end = watchCounts([]);
    await settled();
    for (const name of ['createTicket', 'newMessage', 'ticketStatusChanged', 'ticketDueChanged']) applyEvent(name, {});
    await vi.advanceTimersByTimeAsync(1_900);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(2);
    end();
    applyEvent('createTicket', {});
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toHaveLength(2);
  });

  it('that come after nobody looks any more are not taken', async () => {
    let answer: (given: { body: unknown }) => void = () => undefined;
    serve({ 'GET /api/views/counts': () => new Promise((resolve) => (answer = resolve)) });
    const end = watchCounts([]);
    end();
    answer(routes['GET /api/views/counts']);
    await settled();
    expect(useViews.getState().counts).toEqual({});
  });

  it('of before stay when a call fails, and the next look asks again', async () => {
    useViews.setState({ counts: { 1: { count: 5, countMore: false } } });
    const { asked } = serve({ 'GET /api/views/counts': { status: 500, body: {} } });
    const end = watchCounts([]);
    await settled();
    expect(useViews.getState().counts[1]?.count).toBe(5);
    end();
    watchCounts([])();
    expect(asked).toHaveLength(2);
  });
});
