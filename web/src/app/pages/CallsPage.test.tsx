import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { SESSION_ANSWER } from '../../../tests/builders';
import { drawRoutes } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { sessionFrom, UNKNOWN_PLAN } from '../../session/model';
import { useSession } from '../../session/store';
import { resetConversations } from '../../tickets/conversation/store';
import { Screen } from './CallsPage';

function open(path: string, over: Partial<typeof SESSION_ANSWER> = {}) {
  useSession.setState({ phase: 'in', session: sessionFrom({ ...SESSION_ANSWER, productDetails: ['call'], ...over }) });
  serve({ 'GET /api/ticket/load/-/all/call2/0': { body: { data: [], count: 0, countMore: false, status: 200 } } });
  drawRoutes([{ Component: Screen, children: ['/call', '/call/ongoing', '/call/:number', '/mobile/call'].map((one) => ({ path: one })) }], path);
}

beforeEach(() => resetConversations());

it.each(['/call', '/mobile/call'])('%s shows the list, and what to do beside it', async (path) => {
  open(path);
  expect(await screen.findByRole('region', { name: 'Calls' })).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'No call is open' })).toBeTruthy();
  // A narrow screen shows the list alone.
  expect(screen.getByRole('separator').closest('[data-open]')).toBeNull();
});

it('says that no call goes on, beside the list', async () => {
  open('/call/ongoing');
  expect(await screen.findByRole('heading', { name: 'No call is going on' })).toBeTruthy();
  expect(await screen.findByRole('region', { name: 'Calls' })).toBeTruthy();
  expect(screen.getByRole('separator').closest('[data-open]')).not.toBeNull();
});

it('shows no list to whom no plan is known of', async () => {
  open('/call', { plan: UNKNOWN_PLAN });
  expect((await screen.findAllByText(/plan/i)).length).toBeGreaterThan(0);
  expect(screen.queryByRole('region', { name: 'Calls' })).toBeNull();
});
