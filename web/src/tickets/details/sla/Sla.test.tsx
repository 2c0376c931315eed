import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { anInfo } from '../../../../tests/builders';
import { draw } from '../../../../tests/draw';
import { serve } from '../../../../tests/server';
import type { components } from '../../../api/openapi.gen';
import { applyEvent } from '../../../realtime/apply';
import { setTimezone } from '../../../ui/dates';
import { Sla } from './Sla';

type Clock = components['schemas']['SlaClock'];

const HOUR = 3_600_000;
const START = Date.UTC(2026, 10, 22, 9);
const clock = (id: number, over: Partial<Clock>): Clock => ({
  id,
  metric: 'first_reply',
  policy: 'Gold',
  label: '',
  state: 'running',
  started_at: START,
  due_at: null,
  warn_at: null,
  target_minutes: 60,
  remaining_ms: null,
  stopped_at: null,
  breached_at: null,
  warned_at: null,
  ...over,
});
const far = Date.UTC(2999, 0, 1, 12);

beforeEach(() => setTimezone('UTC'));

const fold = () => screen.getByRole('button', { name: 'SLA' });

async function open(clocks: Clock[]): Promise<string[][]> {
  serve({ 'GET /api/tickets/1/sla': { body: clocks } });
  draw(<Sla info={anInfo()} />);
  await userEvent.setup().click(fold());
  return (await screen.findAllByRole('listitem')).map((line) => [...line.children].map((part) => part.textContent));
}

it('asks for nothing until it is opened, and can be closed again', async () => {
  const { asked } = serve({ 'GET /api/tickets/1/sla': { body: [] } });
  draw(<Sla info={anInfo()} />);
  expect([fold().getAttribute('aria-expanded'), asked.length]).toEqual(['false', 0]);
  const user = userEvent.setup();
  await user.click(fold());
  expect(await screen.findByText('No SLA applies to this ticket.')).toBeTruthy();
  expect(fold().getAttribute('aria-expanded')).toBe('true');
  await user.click(fold());
  expect(screen.queryByText('No SLA applies to this ticket.')).toBeNull();
});

it.each<[string, Partial<Clock>, string[]]>([
  ['running', { due_at: far, warn_at: far }, ['First reply', 'Due 01/01/2999 12:00', 'Policy Gold', 'Target 1 h · Started 22/11/2026 09:00']],
  ['warned', { due_at: far, warn_at: START, warned_at: START + HOUR }, ['First reply', 'Due 01/01/2999 12:00', 'Policy Gold', 'Target 1 h · Started 22/11/2026 09:00 · Warned 22/11/2026 10:00']],
  ['overdue', { due_at: 0, breached_at: START }, ['First reply', 'Overdue since 01/01/1970 00:00', 'Policy Gold', 'Target 1 h · Started 22/11/2026 09:00']],
  ['running', { metric: 'resolution', target_minutes: 90 }, ['Resolution', 'Running; the calendar has no open hours ahead', 'Policy Gold', 'Target 1 h 30 min · Started 22/11/2026 09:00']],
  ['paused', { state: 'paused', remaining_ms: 2 * HOUR }, ['First reply', 'Paused, 2 hours left', 'Policy Gold', 'Target 1 h · Started 22/11/2026 09:00']],
  ['met', { state: 'met', stopped_at: START + HOUR }, ['First reply', 'Met 22/11/2026 10:00', 'Policy Gold', 'Target 1 h · Started 22/11/2026 09:00']],
  ['met_late', { state: 'met', stopped_at: START + 2 * HOUR, breached_at: START + HOUR, policy: '', label: 'Urgent' }, ['First reply', 'Met late, 22/11/2026 11:00', 'Label Urgent', 'Target 1 h · Started 22/11/2026 09:00 · Breached 22/11/2026 10:00']],
  ['cancelled', { state: 'cancelled', stopped_at: START }, ['First reply', 'Cancelled 22/11/2026 09:00', 'Policy Gold', 'Target 1 h · Started 22/11/2026 09:00']],
])('says of a clock that it is %s: %j', async (standing, over, words) => {
  expect(await open([clock(1, over)])).toEqual([words]);
  expect(screen.getByRole('listitem').dataset['standing']).toBe(standing);
});

it('follows what happens to this ticket, and to no other', async () => {
  let clocks = [clock(1, { due_at: far })];
  const { asked } = serve({ 'GET /api/tickets/1/sla': () => ({ body: clocks }) });
  draw(<Sla info={anInfo()} />);
  await userEvent.setup().click(fold());
  const region = within(screen.getByRole('region', { name: 'SLA' }));
  await region.findByText('Due 01/01/2999 12:00');
  clocks = [clock(1, { state: 'met', stopped_at: START })];
  act(() => applyEvent('ticketDueChanged', { ticket_id: 2, ticket_number: 2, due: null }));
  act(() => applyEvent('ticketDueChanged', { ticket_id: 1, ticket_number: 1001, due: null }));
  expect(await region.findByText('Met 22/11/2026 09:00')).toBeTruthy();
  expect(asked).toHaveLength(2);
});

it('says when the clocks do not load, and asks again', async () => {
  let broken = true;
  serve({ 'GET /api/tickets/1/sla': () => (broken ? { status: 500, body: {} } : { body: [clock(1, { state: 'met', stopped_at: START })] }) });
  draw(<Sla info={anInfo()} />);
  const user = userEvent.setup();
  await user.click(fold());
  expect((await screen.findByRole('alert')).textContent).toContain('The SLA clocks could not be loaded.');
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Met 22/11/2026 09:00')).toBeTruthy();
});
