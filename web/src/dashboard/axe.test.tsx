import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import type { ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../tests/builders';
import { aDashboard, aDashboardShare, anEmptyDashboard } from '../../tests/dashboard';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { dropDrafts } from '../ui/useDraft';
import { DashboardRoom } from './DashboardRoom';
import type { DashboardDesk } from './desk';
import { HomeTabs } from './HomeTabs';
import { SharedDashboard } from './SharedDashboard';

vi.mock('./DayChart', () => ({ DayChart: () => null }));

const desk: DashboardDesk = { today: '2026-11-27', links: { status: (status) => `/list/${status}`, open: '/list' }, groupName: (group) => group, rangeField: () => null };

/** Colours and sizes need a browser; the frame of the workspace has the landmarks. */
async function violations(): Promise<string[]> {
  const { violations: found } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } });
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

beforeEach(() => {
  localStorage.clear();
  dropDrafts();
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true } });
});

const answers = (dashboard = aDashboard()) =>
  serve({
    'GET /api/dashboard': { body: dashboard },
    'GET /api/dashboard/shares': { body: { shares: [aDashboardShare({ expired: true })] } },
    'GET /api/dashboard/shared/abc': { body: { name: 'Lobby screen', dashboard } },
  });

/** Where the frame draws its screens. */
const drawMain = (screen: ReactNode) => draw(<main>{screen}</main>);

it('finds nothing in the dashboard behind its tab, its table and a definition', async () => {
  answers();
  drawMain(<HomeTabs dashboard={<DashboardRoom desk={desk} />} queue={null} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Show table' }));
  expect(await violations()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'What “Opened” counts' }));
  await screen.findByRole('dialog');
  expect(await violations()).toEqual([]);
});

it('finds nothing where there is nothing to count', async () => {
  answers(anEmptyDashboard());
  drawMain(<DashboardRoom desk={desk} />);
  await screen.findByText('Nothing to count yet');
  expect(await violations()).toEqual([]);
});

it('finds nothing in the links and in the form of a new one', async () => {
  answers();
  drawMain(<DashboardRoom desk={desk} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  await screen.findByText('Lobby screen');
  expect(await violations()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'New link' }));
  expect(await violations()).toEqual([]);
});

it.each(['abc', 'gone'])('finds nothing in what the link %s shows', async (token) => {
  answers();
  draw(<SharedDashboard token={token} groupName={(group) => group} />);
  await screen.findByRole('heading', { level: token === 'abc' ? 1 : 2, name: token === 'abc' ? 'Lobby screen' : /does not work/ });
  expect(await violations()).toEqual([]);
});
