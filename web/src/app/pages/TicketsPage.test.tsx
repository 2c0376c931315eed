import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { aTicket, SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { resetConversations } from '../../tickets/conversation/store';
import { Screen } from './TicketsPage';

function open(path: string, productDetails: string[], tickets = [aTicket({ id: 1 })]) {
  useSession.setState({ phase: 'in', session: sessionFrom({ ...SESSION_ANSWER, productDetails }) });
  serve({ 'GET /api/ticket/load/-/open/ticket/0': { body: { data: tickets, count: tickets.length, status: 'success' } } });
  draw(<Screen />, path);
}

beforeEach(() => resetConversations());

it.each([
  ['beside the list of tickets', ['tickets', 'call'], true],
  ['alone where there are no tickets', ['call'], false],
])('says that no call goes on, %s', async (_where, features, listed) => {
  open('/call/ongoing', features);
  expect(await screen.findByRole('heading', { name: 'No call is going on' })).toBeTruthy();
  // Between the list and what is beside it.
  expect(screen.queryByRole('separator') !== null).toBe(listed);
});

it('shows a list and no table beside what is said of no call', async () => {
  open('/call/ongoing', ['tickets', 'call']);
  await screen.findByRole('heading', { name: 'No call is going on' });
  const list = await screen.findByRole('region', { name: 'Tickets' });
  expect(list.dataset['narrow']).toBe('true');
});
