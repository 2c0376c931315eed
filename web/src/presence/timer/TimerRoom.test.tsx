import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { applyEvent } from '../../realtime/apply';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { TimerRoom } from './TimerRoom';

const READ = 'GET /api/presence/durations';
const DAY = {
  timezone: 'Asia/Kuala_Lumpur', from: 0, until: 86_400_000, at: 36_000_000, current: 'BUSY',
  statuses: [{ code: 'BUSY', alternate: '', ms: 3_599_000 }, { code: 'ONLINE', alternate: '', ms: 60_000 }],
};

beforeEach(() => {
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
});

const row = (name: RegExp) => within(screen.getByRole('row', { name }));

it('counts what lasts on, with a total', async () => {
  const { asked } = serve({ [READ]: { body: DAY } });
  draw(<TimerRoom />);
  await screen.findByRole('table', { name: 'Time in each status today' });
  expect(row(/^Online/).getByText('00:01:00')).toBeTruthy();
  expect(screen.getByRole('row', { name: /^Busy/ }).dataset['current']).toBe('true');
  await waitFor(() => expect(row(/^Busy/).getByText('01:00:00')).toBeTruthy(), { timeout: 5_000 });
  expect(row(/^Total/).getByText('01:01:00')).toBeTruthy();
  expect(asked).toHaveLength(1);
});

it('is read anew when the own status is another one, and not for a colleague', async () => {
  let day = DAY;
  const { asked } = serve({ [READ]: () => ({ body: day }) });
  draw(<TimerRoom />);
  await screen.findByRole('table');
  const told = (username: string) => act(() => applyEvent('presence', { username, status: 'ONLINE' }));
  told('agent2');
  expect(asked).toHaveLength(1);
  day = { ...DAY, current: 'ONLINE' };
  told('agent1');
  await waitFor(() => expect(screen.getByRole('row', { name: /^Online/ }).dataset['current']).toBe('true'));
  expect(asked).toHaveLength(2);
});

it('says that it could not be loaded, and tries again; and that there is nothing', async () => {
  let works = false;
  serve({ [READ]: () => (works ? { body: { ...DAY, statuses: [] } } : { status: 500, body: {} }) });
  draw(<TimerRoom />);
  expect(await screen.findByText('Your times could not be loaded')).toBeTruthy();
  works = true;
  await userEvent.click(screen.getByRole('button', { name: /again/i }));
  expect(await screen.findByText('Nothing was counted yet today')).toBeTruthy();
});
