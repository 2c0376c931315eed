import { beforeEach, expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../tests/builders';
import { serve } from '../../tests/server';
import { useLabels } from '../api/labels';
import { useNotices } from '../notifications/store';
import { useOwn } from '../presence/store';
import { applyEvent } from '../realtime/apply';
import { realtime } from '../realtime/connection';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { enterLive } from './live';

const LABEL = { id: 4, name: 'Urgent', color: '#c03020', colorDark: '#ff8078', level: 1, sla: 0, deleted: false };
const start = vi.spyOn(realtime, 'start').mockReturnValue(undefined);
const stop = vi.spyOn(realtime, 'stop').mockReturnValue(undefined);

beforeEach(() => {
  start.mockClear();
  stop.mockClear();
  serve({
    'GET /api/notification/check': { body: { unread: true, unread_2: false, unread_3: false } },
    'GET /api/presence/me': { body: { status: 'AWAY', code: 'AWAY', alternate: '', since: 1 } },
  });
});

it('opens no line for nobody', () => {
  useSession.setState({ phase: 'out', session: null });
  enterLive();
  expect(start).not.toHaveBeenCalled();
});

it('listens before the line is opened, has what a room reads at the sign-in, and ends with the session', async () => {
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
  start.mockImplementation(() => applyEvent('labelsChanged', { labels: [LABEL] }));
  enterLive();
  expect(useLabels.getState().labels).toEqual([LABEL]);
  await vi.waitFor(() => expect(useNotices.getState().dots.sla).toBe(true));
  expect(useOwn.getState().remembered).toBe('ONLINE');
  useSession.setState({ phase: 'out', session: null });
  expect(stop).toHaveBeenCalledWith('idle');
});

it('opens it again for who signs in next, and listens no second time', () => {
  let told = 0;
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
  const end = useLabels.subscribe(() => (told += 1));
  start.mockImplementation(() => applyEvent('labelsChanged', { labels: [LABEL] }));
  enterLive();
  end();
  expect(start).toHaveBeenCalledTimes(1);
  expect(told).toBe(1);
});
