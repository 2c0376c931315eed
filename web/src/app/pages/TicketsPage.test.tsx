import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { aTicket, SESSION_ANSWER } from '../../../tests/builders';
import { drawRoutes } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { resetConversations } from '../../tickets/conversation/store';
import { Screen } from './TicketsPage';

function open(path: string) {
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
  serve({ 'GET /api/ticket/load/-/open/ticket/0': { body: { data: [aTicket({ id: 1 })], count: 1, status: 'success' } } });
  drawRoutes([{ Component: Screen, children: ['/ticket', '/ticket/:number'].map((one) => ({ path: one })) }], path);
}

beforeEach(() => resetConversations());

it('shows a table over the whole width, and a list beside a ticket', async () => {
  open('/ticket');
  const list = await screen.findByRole('region', { name: 'Tickets' });
  expect(list.dataset['narrow']).toBeUndefined();
  expect(screen.queryByRole('separator')).toBeNull();
});

it('leaves a narrow screen to the ticket', async () => {
  open('/ticket/7');
  expect((await screen.findByRole('separator')).closest('[data-open]')).not.toBeNull();
  expect(await screen.findByRole('heading', { level: 2 })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Tickets' })).toBeNull();
});
