import { screen } from '@testing-library/react';
import { isValidElement } from 'react';
import { matchRoutes } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../../tests/builders';
import { aDashboard } from '../../../tests/dashboard';
import { drawRoutes } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { permissionsOf, sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { Gate } from '../Gate';
import { router } from '../router';
import { Screen } from './DashboardPage';
import { Screen as OmnichannelPage } from './OmnichannelReportPage';
import { SharedDashboardPage } from './SharedDashboardPage';

vi.mock('../../dashboard/DayChart', () => ({ DayChart: () => null }));

const signIn = (permission: 'view_report'[], isAdmin = false) =>
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin, permissions: permissionsOf(permission) } });

beforeEach(() => {
  signIn(['view_report']);
  serve({
    'GET /api/dashboard': { body: aDashboard() },
    'GET /api/dashboard/shared/a-token': { body: { name: 'Lobby screen', dashboard: aDashboard() } },
    'GET /api/report/interval': { body: { result: 'success', data: [] } },
  });
});

const isGated = (path: string) => (matchRoutes(router.routes, path) ?? []).some(({ route: { element } }) => isValidElement(element) && element.type === Gate);

const openPage = () => drawRoutes([{ path: '/dashboard', element: <Screen /> }, { path: '/', element: <p>home</p> }], '/dashboard');

it('has an address of its own for whoever may view reports', async () => {
  openPage();
  expect(await screen.findByRole('list', { name: 'Figures' })).toBeTruthy();
});

it('leads everybody else home', async () => {
  signIn([]);
  openPage();
  expect(await screen.findByText('home')).toBeTruthy();
});

it.each(['in', 'out'] as const)('opens what is shared behind no gate, with the phase %s', async (phase) => {
  if (phase === 'out') useSession.setState({ phase, session: null });
  expect(matchRoutes(router.routes, '/dashboard/a-token')?.at(-1)?.params).toEqual({ token: 'a-token' });
  expect(['/dashboard/a-token', '/dashboard'].map(isGated)).toEqual([false, true]);
  drawRoutes([{ path: '/dashboard/:token', element: <SharedDashboardPage /> }], '/dashboard/a-token');
  expect(await screen.findByRole('heading', { level: 1, name: 'Lobby screen' })).toBeTruthy();
  expect(screen.getByText('Social media')).toBeTruthy();
});

it.each([
  [true, 1],
  [false, 0],
])('is turned on from the omnichannel report by admins (%s)', async (isAdmin, switches) => {
  signIn(['view_report'], isAdmin);
  drawRoutes([{ path: '*', element: <OmnichannelPage /> }], '/report/omnichannel');
  expect(await screen.findByRole('heading', { level: 1, name: 'Omnichannel report' })).toBeTruthy();
  expect(screen.queryAllByRole('switch', { name: 'Show the dashboard on the home page' })).toHaveLength(switches);
});
