import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { SESSION_ANSWER } from '../../tests/builders';
import { serve } from '../../tests/server';
import { useVariant, WHOLE_DESK } from '../api/variant';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { rememberTicket } from '../tickets/lastTicket';
import { loadFrame } from './frame';
import { Gate } from './Gate';
import { useOverlays } from './overlays';

const NOBODY = { restore_ticket: false, customer_analysis: false, dashboard: false };

beforeEach(() => {
  localStorage.clear();
  useOverlays.setState({ upgrade: 'never' });
  serve({});
  useVariant.setState({ settled: true, variant: WHOLE_DESK, mine: NOBODY, mineKnown: true });
});

function openAt(path: string, plan: number, productDetails = SESSION_ANSWER.productDetails) {
  useSession.setState({ phase: 'in', session: sessionFrom({ ...SESSION_ANSWER, plan, productDetails }) });
  const router = createMemoryRouter([{ Component: Gate, children: [{ path: '*', element: <p>the screen</p> }] }], { initialEntries: [path] });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return router;
}

/** What the window of the plans says that a feature needs. */
const needed = () => screen.queryByText(/^This feature requires/)?.textContent;

async function landing(path: string, plan: number): Promise<string> {
  const router = openAt(path, plan);
  await waitFor(() => expect(screen.getByText('the screen')).toBeTruthy());
  return router.state.location.pathname;
}

it('leads home again when an address is opened while it leads home', async () => {
  const router = openAt('/', 0);
  await waitFor(() => expect(screen.getByText('the screen')).toBeTruthy());
  let again = true;
  router.subscribe(({ location }) => {
    if (!again || location.pathname !== '/') return;
    again = false;
    void router.navigate('/contacts');
  });
  await act(() => router.navigate('/report'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(again).toBe(false);
  expect(screen.getByText('the screen')).toBeTruthy();
});

it.each([
  ['/report', 0, '/'],
  ['/contacts/3', 0, '/'],
  ['/mobile/ticket', 0, '/'],
  ['/ticket/7', 0, '/ticket/7'],
  ['/plan', 0, '/plan'],
  ['/payment', 0, '/payment'],
  ['/report', 1, '/report'],
  ['/report', 99, '/report'],
])('%s on plan %i lands on %s', async (path, plan, expected) => {
  expect(await landing(path, plan)).toBe(expected);
});

it.each(['/contacts/3', '/popup/call/7', '/mobile/ticket'])('says over the home which plan is needed where a trial account is sent home from %s', async (path) => {
  openAt(path, 0);
  expect(await screen.findByRole('dialog', { name: 'Upgrade Plan' })).toBeTruthy();
  expect(needed()).toBe('This feature requires the Starter plan or above.');
});

it.each([
  ['a place that is open to trial accounts', '/ticket/7', 0],
  ['whoever has a plan', '/contacts', 1],
])('names no plan for %s', async (_whom, path, plan) => {
  await landing(path, plan);
  await act(() => loadFrame());
  expect(useOverlays.getState().upgrade).toBe('never');
});

it.each([
  ['/ticket/7', '/'],
  ['/popup/ticket/7', '/'],
  ['/mobile/ticket', '/'],
  ['/call/7', '/'],
  ['/livechat', '/livechat'],
  ['/plan', '/plan'],
])('%s without tickets among the features lands on %s', async (path, expected) => {
  const router = openAt(path, 4, ['livechat']);
  await waitFor(() => expect(screen.getByText('the screen')).toBeTruthy());
  expect(router.state.location.pathname).toBe(expected);
});

it('calls are open to accounts that have no tickets', async () => {
  const router = openAt('/call/7', 4, ['call']);
  await waitFor(() => expect(screen.getByText('the screen')).toBeTruthy());
  expect(router.state.location.pathname).toBe('/call/7');
});

it.each([
  [false, '/'],
  [true, '/ticket/7'],
])('the last ticket is restored where the client is listed (%s)', async (restore_ticket, expected) => {
  rememberTicket('/ticket/7');
  useVariant.setState({ mine: { restore_ticket, customer_analysis: false, dashboard: false } });
  expect(await landing('/', 4)).toBe(expected);
});

it.each([
  ['/ticket', true],
  ['/mobile/ticket', false],
])('%s has the panel: %s', async (path, panel) => {
  openAt(path, 4);
  await waitFor(() => expect(screen.getByText('the screen')).toBeTruthy());
  expect(screen.queryAllByRole('navigation').length > 0).toBe(panel);
});

/** Where each behaviour that the configuration gives to some shows, for an account without the analysis. */
const SHOWS: Record<keyof typeof NOBODY, [path: string, listed: string, others: string]> = {
  restore_ticket: ['/', '/ticket/7', '/'],
  customer_analysis: ['/customer_analysis/1', '/customer_analysis/1', '/'],
  dashboard: ['/dashboard', '/dashboard', '/'],
};
const KEYS = Object.keys(SHOWS) as (keyof typeof NOBODY)[];

it.each(KEYS.flatMap((toggled) => KEYS.map((seen) => [toggled, seen] as const)))('being listed for %s changes that alone, seen at %s', async (toggled, seen) => {
  rememberTicket('/ticket/7');
  useVariant.setState({ mine: { ...NOBODY, [toggled]: true } });
  const [path, listed, others] = SHOWS[seen];
  expect(await landing(path, 4)).toBe(toggled === seen ? listed : others);
});

it('waits at an address that only some have until it is known who they are', async () => {
  useVariant.setState({ mineKnown: false });
  const router = openAt('/dashboard', 4);
  expect(screen.queryByText('the screen')).toBeNull();
  act(() => useVariant.setState({ mine: { ...NOBODY, dashboard: true }, mineKnown: true }));
  await waitFor(() => expect(screen.getByText('the screen')).toBeTruthy());
  expect(router.state.location.pathname).toBe('/dashboard');
});
