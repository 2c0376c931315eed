import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { anInfo } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { useAgents } from '../../api/agents';
import { applyEvent } from '../../realtime/apply';
import { setTimezone } from '../../ui/dates';
import { History } from './History';

it('tells what the clocks of the ticket\'s SLA did, with their targets', async () => {
  setTimezone('UTC');
  const at = Date.UTC(2026, 10, 22, 9);
  const step = { at, by: 'server', before: 'first_reply', after: 'Gold desk', why: '60' };
  const data = [
    { ...step, id: 3, kind: 'sla_breach' },
    { ...step, id: 2, kind: 'sla_warning', before: 'resolution', why: '510' },
    { ...step, id: 1, kind: 'snooze', before: '', after: '', why: '', by: 'mei' },
  ];
  serve({ 'GET /api/tickets/1/history': { body: { data } } });
  draw(<History info={anInfo()} />);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Show history' }));
  expect((await screen.findAllByRole('listitem')).map((line) => [...line.children].map((part) => part.textContent))).toEqual([
    ['SLA breached: First reply, policy Gold desk', '22/11/2026 09:00 · Target: 1 h'],
    ['SLA warning: Resolution, policy Gold desk', '22/11/2026 09:00 · Target: 8 h 30 min'],
    ['mei took it up again', '22/11/2026 09:00'],
  ]);
});

it('tells which queues a ticket went through and to whom routing gave it, and what happens while it is open', async () => {
  setTimezone('UTC');
  useAgents.setState({ names: new Map([['ana', 'Ana'], ['mei', 'Mei']]) });
  const step = { at: Date.UTC(2026, 10, 22, 9), by: 'server', kind: 'queue', before: '', after: '', why: '' };
  let data = [
    { ...step, id: 5, by: 'mei', before: 'Returns' },
    { ...step, id: 4, by: 'mei', before: 'Orders', after: 'Returns' },
    { ...step, id: 3, before: 'First line', after: 'Orders', why: 'overflow' },
    { ...step, id: 2, kind: 'routing', after: 'ana', why: 'First line' },
    { ...step, id: 1, after: 'First line' },
  ];
  const { asked } = serve({ 'GET /api/tickets/1/history': () => ({ body: { data } }) });
  draw(<History info={anInfo()} />);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Show history' }));
  expect((await screen.findAllByRole('listitem')).map((line) => [...line.children].map((part) => part.textContent))).toEqual([
    ['Mei removed it from queue Returns', '22/11/2026 09:00'],
    ['Mei moved it from queue Orders to queue Returns', '22/11/2026 09:00'],
    ['Patchbay moved it from queue First line to queue Orders', '22/11/2026 09:00 · waited too long'],
    ['Assigned to Ana by queue First line', '22/11/2026 09:00'],
    ['Patchbay moved it to queue First line', '22/11/2026 09:00'],
  ]);
  data = [{ ...step, id: 6, by: 'mei', after: 'Orders' }, ...data];
  act(() => applyEvent('ticketRouted', { ticket_id: 2, state: 'waiting', queue_id: 3 }));
  act(() => applyEvent('ticketRouted', { ticket_id: 1, state: 'waiting', queue_id: 3 }));
  expect(await screen.findByText('Mei moved it to queue Orders')).toBeTruthy();
  expect(asked).toHaveLength(2);
});
