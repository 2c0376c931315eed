import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { anInfo } from '../../../../tests/builders';
import { draw } from '../../../../tests/draw';
import { serve } from '../../../../tests/server';
import { useAgents } from '../../../api/agents';
import type { RoutingDecision, TicketRouting } from '../../../api/types';
import { applyEvent, applyReload } from '../../../realtime/apply';
import { setTimezone } from '../../../ui/dates';
import { useRoutingQueues } from './queues';
import { Routing } from './Routing';

const CALL = 'GET /api/tickets/1/routing';
const AT = Date.UTC(2026, 10, 22, 9);
const QUEUES = [{ id: 3, name: 'Orders', enabled: true, work: 'tickets' as const }];
const person = (user_id: number, name: string) => ({ user_id, username: name.toLowerCase(), name, load: 3, capacity: 10, chats: 0, chat_capacity: 3, idle_ms: 720_000, skill: 0, left_out: null });
const decision = (id: number, over: Partial<RoutingDecision> = {}): RoutingDecision => ({
  id, at: AT, queue: 'Orders', strategy: 'longest_idle', outcome: 'assigned', user_id: 1, username: 'ana', name: 'Ana',
  candidates: [person(1, 'Ana')], looked_at: 1, ...over,
});
const standing = (over: Partial<TicketRouting> = {}): TicketRouting => ({
  state: 'none', queue_id: null, queue: '', waiting_since: null, offered_to: '', offer_until: null, decisions: [], ...over,
});
const waiting = standing({ state: 'waiting', queue_id: 3, queue: 'Orders', waiting_since: AT });

beforeEach(() => {
  setTimezone('UTC');
  useRoutingQueues.setState({ phase: 'ready', queues: QUEUES });
  useAgents.setState({ names: new Map([['ana', 'Ana']]) });
});

async function open(body: TicketRouting, livechat = false) {
  const server = serve({ [CALL]: { body } });
  draw(<Routing info={anInfo({ livechat })} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Routing' }));
  return { ...server, user };
}

it('is not there where the desk has no queues, and comes with the first', () => {
  useRoutingQueues.setState({ phase: 'ready', queues: [] });
  draw(<Routing info={anInfo()} />);
  expect(screen.queryByRole('button', { name: 'Routing' })).toBeNull();
  act(() => useRoutingQueues.setState({ queues: QUEUES }));
  expect(screen.getByRole('button', { name: 'Routing' }).getAttribute('aria-expanded')).toBe('false');
});

it('asks for nothing until it is opened', async () => {
  const { asked } = serve({ [CALL]: { body: standing() } });
  draw(<Routing info={anInfo()} />);
  expect(asked).toEqual([]);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Routing' }));
  expect(await screen.findByText('This ticket is in no queue, and no agent was chosen by routing yet.')).toBeTruthy();
});

it.each<[string, TicketRouting, string[]]>([
  ['waits', waiting, ['In queue Orders since 22/11/2026 09:00', 'Waiting for an agent']],
  ['is offered', { ...waiting, state: 'offered', offered_to: 'ana', offer_until: AT + 60_000 }, ['In queue Orders since 22/11/2026 09:00', 'Offered to Ana until 09:01']],
  ['was given', standing({ decisions: [decision(1)] }), ['In no queue', 'Assigned to Ana by Orders · longest idle · nobody else was available']],
])('says where a ticket stands that %s', async (_how, body, words) => {
  await open(body);
  for (const line of words) expect(await screen.findByText(line)).toBeTruthy();
});

it('opens the candidates of a decision, with what they were like and why others were not asked', async () => {
  const candidates = [person(1, 'Ana'), { ...person(2, 'Ben'), load: 4, skill: 5, idle_ms: 60_000 }, { ...person(3, 'Chen'), left_out: 'wrap_up' as const }];
  const { user } = await open(standing({ decisions: [decision(1, { candidates, looked_at: 24 })] }));
  const button = await screen.findByRole('button', { name: '24 candidates' });
  expect(screen.queryByRole('list', { name: 'Candidates' })).toBeNull();
  await user.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  const lines = within(screen.getByRole('list', { name: 'Candidates' })).getAllByRole('listitem');
  expect(lines.map((line) => [...line.children].map((part) => part.textContent))).toEqual([
    ['AnaChosen', '3 of 10 tickets · idle 12 minutes'],
    ['Ben', '4 of 10 tickets · idle 1 minute · skill 5'],
    ['Chen', '3 of 10 tickets · idle 12 minutes', 'Not asked: in wrap-up time'],
  ]);
  expect(screen.getByText('21 more agents were considered.')).toBeTruthy();
});

it('shows the live chats of candidates where a visitor was given', async () => {
  const ana = { ...person(1, 'Ana'), chats: 1 };
  const candidates = [ana, { ...person(2, 'Ben'), chats: 2 }, { ...person(3, 'Chen'), chats: 3, left_out: 'full' as const }];
  const { user } = await open(standing({ decisions: [decision(1, { strategy: 'least_occupied', candidates, looked_at: 3 })] }), true);
  expect(await screen.findByText('Assigned to Ana by Orders · least occupied · 1 of 3 live chats, Ben 2 of 3')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '3 candidates' }));
  const lines = within(screen.getByRole('list', { name: 'Candidates' })).getAllByRole('listitem');
  expect(lines.map((line) => [...line.children].map((part) => part.textContent))).toEqual([
    ['AnaChosen', '3 of 10 tickets · chats 1 of 3 · idle 12 minutes'],
    ['Ben', '3 of 10 tickets · chats 2 of 3 · idle 12 minutes'],
    ['Chen', '3 of 10 tickets · chats 3 of 3 · idle 12 minutes', 'Not asked: at capacity for live chats'],
  ]);
});

it('shows the newest five decisions, and the older ones on demand', async () => {
  const { user } = await open(standing({ decisions: [7, 6, 5, 4, 3, 2, 1].map((id) => decision(id, { queue: `Queue ${id}` })) }));
  const list = await screen.findByRole('list', { name: 'Routing decisions' });
  expect([list.children.length, list.children[0]?.textContent.startsWith('Assigned to Ana by Queue 7')]).toEqual([5, true]);
  await user.click(screen.getByRole('button', { name: '2 older decisions' }));
  expect(list.children).toHaveLength(7);
});

it('is read anew when this ticket is routed and when too much was missed, and not for others', async () => {
  let body = waiting;
  const { asked } = serve({ [CALL]: () => ({ body }) });
  draw(<Routing info={anInfo()} />);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Routing' }));
  await screen.findByText('Waiting for an agent');
  body = standing({ decisions: [decision(1)] });
  act(() => applyEvent('ticketRouted', { ticket_id: 2, state: 'none', queue_id: null }));
  act(() => applyEvent('ticketRouted', { ticket_id: 1, state: 'none', queue_id: null }));
  expect(await screen.findByText('In no queue')).toBeTruthy();
  expect(asked).toHaveLength(2);
  body = waiting;
  act(() => applyReload());
  expect(await screen.findByText('Waiting for an agent')).toBeTruthy();
});

it('says when it does not load, and asks again', async () => {
  let broken = true;
  serve({ [CALL]: () => (broken ? { status: 500, body: {} } : { body: waiting }) });
  draw(<Routing info={anInfo()} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Routing' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The routing of this ticket could not be loaded.');
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Waiting for an agent')).toBeTruthy();
});

it('says to whom it is hidden', async () => {
  serve({ [CALL]: { status: 403, body: { error: { code: 'forbidden', message: 'No.' } } } });
  draw(<Routing info={anInfo()} />);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Routing' }));
  expect(await screen.findByText('You do not have permission to see the routing of this ticket.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
