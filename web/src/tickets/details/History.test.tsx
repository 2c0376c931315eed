import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { anInfo } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
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
