import { beforeEach, expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../tests/builders';
import { serve } from '../../tests/server';
import { checkSession, resetCheck, startChecking } from './check';
import { useSession } from './store';

const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  resetCheck();
  reload.mockReset();
  vi.stubGlobal('location', { ...window.location, reload });
  useSession.setState({ phase: 'starting', session: null, trouble: false, outdated: false });
});

const phase = () => useSession.getState().phase;

it('checks at start and every five minutes', async () => {
  const { asked } = serve({ 'POST /api/auth/check': { body: SESSION_ANSWER } });
  startChecking();
  await vi.advanceTimersByTimeAsync(10);
  expect(phase()).toBe('in');
  expect(asked).toHaveLength(1);
  expect(asked[0]?.body).toEqual({ _token: '-', refresh_token: '-' });
  await vi.advanceTimersByTimeAsync(299_000);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(asked).toHaveLength(2);
});

it('shows the login without a reload when nobody was in', async () => {
  serve({ 'POST /api/auth/check': { status: 401, body: { result: 'failed' } } });
  expect(await checkSession()).toBe(false);
  expect(phase()).toBe('out');
  expect(reload).not.toHaveBeenCalled();
});

it('clears and reloads when a session ended', async () => {
  serve({ 'POST /api/auth/check': { body: SESSION_ANSWER } });
  await checkSession();
  serve({ 'POST /api/auth/check': { body: { result: 'failed' } } });
  expect(await checkSession()).toBe(false);
  expect(reload).toHaveBeenCalledOnce();
});

it('shows the error page at the sixth 500, not the fifth, five seconds apart', async () => {
  const { asked } = serve({ 'POST /api/auth/check': { status: 500, body: {} } });
  startChecking();
  await vi.advanceTimersByTimeAsync(20_100);
  expect(asked).toHaveLength(5);
  expect(phase()).toBe('starting');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toHaveLength(6);
  expect(phase()).toBe('broken');
});

it('counts neither a bad gateway nor a dead line', async () => {
  let times = 0;
  serve({
    'POST /api/auth/check': () => {
      times += 1;
      return times % 2 === 0 ? { status: 502, body: {} } : new TypeError('network');
    },
  });
  startChecking();
  await vi.advanceTimersByTimeAsync(50_100);
  expect(times).toBe(11);
  expect(useSession.getState()).toMatchObject({ phase: 'starting', trouble: true });
});

it('notices a newer version', async () => {
  serve({ 'POST /api/auth/check': { body: SESSION_ANSWER } });
  await checkSession();
  expect(useSession.getState().outdated).toBe(false);
  serve({ 'POST /api/auth/check': { body: { ...SESSION_ANSWER, version: { id: 2, description: '' } } } });
  await checkSession();
  expect(useSession.getState().outdated).toBe(true);
});

it('turns the permission list into an object', async () => {
  serve({ 'POST /api/auth/check': { body: SESSION_ANSWER } });
  await checkSession();
  expect(useSession.getState().session?.permissions).toMatchObject({ view_report: true, hide_chat: false });
});
