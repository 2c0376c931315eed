import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { SESSION_ANSWER } from '../../../tests/builders';
import { drawRoutes } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { listPath } from '../../reports/telephone/figures';
import { sessionFrom, UNKNOWN_PLAN } from '../../session/model';
import { useSession } from '../../session/store';
import { ANY_CALL, callFilterFrom } from '../../tickets/calls/list/filter';
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

it('understands what the report of calls leads to', () => {
  const range = { start: '2026-01-28', end: '2026-02-03' };
  const read = (path: string | null) => callFilterFrom(new URL(path ?? '', 'http://desk.test').searchParams);
  expect(read(listPath('missed', range, { group: 'agent', key: '-' }))).toEqual({ ...ANY_CALL, direction: 'inbound', outcome: 'missed', assignee: '-', days: '2026-01-28,2026-02-03' });
  expect(read(listPath('reached', range, { group: 'line', key: '+60312345678' }))).toEqual({ ...ANY_CALL, direction: 'outbound', outcome: 'answered', did: '+60312345678', days: '2026-01-28,2026-02-03' });
  expect(read(listPath('talk', range, { group: 'day', key: '2026-02-01' }))).toEqual({ ...ANY_CALL, outcome: 'answered', days: '2026-02-01,2026-02-01' });
});
