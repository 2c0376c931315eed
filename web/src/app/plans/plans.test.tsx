import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { SESSION_ANSWER } from '../../../tests/builders';
import { draw, drawRoutes } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { openUpgrade, useOverlays } from '../overlays';
import { Screen } from '../pages/PlansPage';
import { PlanBanner } from './PlanBanner';
import { PlanCards } from './PlanCards';
import { Subscription } from './Subscription';
import { UpgradeDialog } from './UpgradeDialog';

const onPlan = (plan: number, plan_ends_at: number | null = null) =>
  useSession.setState({ phase: 'in', session: sessionFrom({ ...SESSION_ANSWER, plan, plan_ends_at, plan_ended: plan_ends_at !== null }) });

beforeEach(() => {
  onPlan(2);
  useOverlays.setState({ upgrade: 'never' });
});

it('shows four plans and marks the own one', () => {
  draw(<Screen />);
  expect(screen.getByRole('heading', { name: 'Plans' })).toBeTruthy();
  expect(screen.getByText('Which one is the best for you?')).toBeTruthy();
  expect(screen.getAllByRole('heading', { level: 3 }).map((name) => name.textContent)).toEqual(['Starter', 'Basic', 'Pro', 'Enterprise']);
  expect(screen.getByText('Your plan').closest('li')?.textContent).toContain('300 SLA alerts per month');
});

it.each([
  ['Starter', ['100 SLA alerts per month', '5 email accounts', '5 concurrent chats', '1GB storage']],
  ['Basic', ['300 SLA alerts per month', '10 email accounts', '10 concurrent chats', '3GB storage']],
  ['Pro', ['500 SLA alerts per month', '15 email accounts', '15 concurrent chats', '5GB storage']],
  ['Enterprise', ['Unlimited SLA alerts', 'Email accounts: pay as you go', 'Concurrent chats: pay as you go', 'Storage: pay as you go']],
])('says what the plan %s includes', (plan, lines) => {
  draw(<PlanCards />);
  const card = within(screen.getByRole('heading', { name: plan }).closest('li') as HTMLElement);
  expect(card.getAllByRole('listitem').map((line) => line.textContent)).toEqual(lines);
});

it('asks for the session again when the upgrade closes', async () => {
  const { asked } = serve({ 'POST /api/auth/check': { body: { ...SESSION_ANSWER, plan: 3 } } });
  draw(<UpgradeDialog />);
  openUpgrade();
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  expect(asked.map(({ key }) => key)).toEqual(['POST /api/auth/check']);
  await waitFor(() => expect(useSession.getState().session?.plan).toBe(3));
});

it('names the plan that a feature needs above the plans, and none where nothing asked for one', async () => {
  serve({ 'POST /api/auth/check': { body: SESSION_ANSWER } });
  draw(<UpgradeDialog />);
  act(() => openUpgrade(3));
  const needed = await screen.findByText('This feature requires the Pro plan or above.');
  const first = screen.getByRole('heading', { name: 'Starter' });
  expect(needed.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  act(() => openUpgrade());
  await screen.findByRole('dialog');
  expect(screen.queryByText(/This feature requires/)).toBeNull();
});

it.each([
  [0, 'Trial'],
  [3, '500'],
  [2, '3GB'],
  [4, 'Unlimited'],
  [99, 'Not known'],
])('the subscription of plan %i says %s', (plan, text) => {
  onPlan(plan);
  draw(<Subscription />);
  expect(screen.getByText(text)).toBeTruthy();
});

it('says the last day of a plan, or that it has none', () => {
  onPlan(1, Date.UTC(2026, 0, 31, 16));
  draw(<Subscription />);
  expect(screen.getByText('31/01/2026')).toBeTruthy();
  onPlan(1);
});

it('offers an upgrade when a trial has ended', async () => {
  onPlan(0, 1);
  draw(<PlanBanner />);
  expect(screen.getByRole('status').textContent).toContain('Your trial has ended.');
  await userEvent.click(screen.getByRole('button', { name: 'Upgrade' }));
  expect(useOverlays.getState().upgrade).toBe('open');
});

it('leads to the plans and to the payment when a subscription has expired', () => {
  onPlan(2, 1);
  draw(<PlanBanner />);
  expect(screen.getByRole('status').textContent).toContain('Your subscription has expired.');
  expect(screen.getByRole('link', { name: 'Switch Plan' }).getAttribute('href')).toBe('/plan');
  expect(screen.getByRole('link', { name: 'Pay Now' }).getAttribute('href')).toBe('/payment');
});

it('opens the settings at the subscription, for those who have that section', async () => {
  onPlan(2, 1);
  const { router } = drawRoutes([{ path: '*', element: <PlanBanner /> }], '/ticket');
  const switchPlan = () => userEvent.click(screen.getByRole('link', { name: 'Switch Plan' }));
  await switchPlan();
  expect(router.state.location).toMatchObject({ pathname: '/plan' });
  expect(router.state.location.mask).toBeUndefined();
  act(() => useSession.setState((state) => ({ session: state.session === null ? null : { ...state.session, isAdmin: true } })));
  await switchPlan();
  expect(router.state.location).toMatchObject({ pathname: '/plan', mask: { pathname: '/settings/subscription' } });
});
