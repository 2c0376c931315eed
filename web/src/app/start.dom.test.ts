import { beforeEach, expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../tests/builders';
import { serve } from '../../tests/server';
import { resetCheck } from '../session/check';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import type * as Desk from './desk';

const frame = vi.hoisted(() => ({ enterDesk: vi.fn(), loadLive: vi.fn(() => Promise.resolve()), loads: vi.fn() }));

vi.mock('./frame', () => ({
  loadFrame: () => {
    frame.loads();
    return Promise.resolve(frame as unknown as typeof Desk);
  },
}));

const { startWorkspace } = await import('./start');
const INSIDE = 'patchbay.inside';
const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  resetCheck();
  localStorage.clear();
  serve({ 'POST /api/auth/check': () => new Promise(() => undefined) });
  for (const spy of Object.values(frame)) spy.mockClear();
  useSession.setState({ phase: 'starting', session: null });
});

it('loads nothing of the desk before anybody is known to be logged in', async () => {
  startWorkspace();
  await settled();
  expect(frame.loads).not.toHaveBeenCalled();
});

it('loads it while the session is asked for where somebody was logged in last', async () => {
  localStorage.setItem(INSIDE, 'yes');
  startWorkspace();
  await settled();
  expect(frame.loadLive).toHaveBeenCalled();
  expect(frame.enterDesk).not.toHaveBeenCalled();
});

it('enters the desk with the session, and remembers that until it ends', async () => {
  startWorkspace();
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
  await settled();
  expect(frame.enterDesk).toHaveBeenCalled();
  expect(localStorage.getItem(INSIDE)).not.toBeNull();
  useSession.setState({ phase: 'out', session: null });
  expect(localStorage.getItem(INSIDE)).toBeNull();
});
