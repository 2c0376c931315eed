import { beforeAll, beforeEach, expect, it } from 'vitest';
import { anInfo, aTicket } from '../../tests/builders';
import { serve } from '../../tests/server';
import { applyEvent } from '../realtime/apply';
import { openConversation } from './conversation/read';
import { resetConversations, useConversations } from './conversation/store';
import { inFilter } from './model';
import { notSpam } from './tidy';
import { watchTickets } from './watch';

beforeAll(watchTickets);

const info = () => useConversations.getState().open['1001']?.info;

beforeEach(async () => {
  resetConversations();
  serve({
    'GET /api/ticket/info/-/1001': { body: { data: anInfo({ closed: 5, contact: { id: 7, name: 'Mei', identities: [] } }) } },
    'GET /api/ticket/data/1/0': { body: [{ total: 0 }] },
    'PUT /api/tickets/1/spam': { body: { status: 1 } },
  });
  await openConversation('1001');
});

it('keeps spam out of every list but its own', () => {
  const spam = aTicket({ closed: 5 });
  expect(inFilter(spam, 'spam')).toBe(true);
  expect(['open', 'pending', 'solved', 'closed', 'all'].some((filter) => inFilter(spam, filter as 'all'))).toBe(false);
  expect(inFilter(aTicket({ closed: 3 }), 'all')).toBe(true);
});

it('gives a ticket that is no spam the status it had', async () => {
  const now = info();
  if (now == null) throw new Error('no ticket');
  expect(await notSpam(now)).toBe(true);
  expect(info()?.closed).toBe(1);
});

it('shows in every open conversation what became of the sender', () => {
  const contact = info()?.contact?.id;
  applyEvent('senderBlocked', { contact_id: -1, blocked: true, by: 'agent2' });
  expect(info()?.blocked ?? false).toBe(false);
  applyEvent('senderBlocked', { contact_id: contact, blocked: true, by: 'agent2' });
  expect(info()?.blocked).toBe(true);
});
