import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { anInfo } from '../../../../tests/builders';
import { draw } from '../../../../tests/draw';
import { serve } from '../../../../tests/server';
import { Picker } from '../../../actions/Picker';
import { closePicker } from '../../../actions/picker';
import { loadActionTexts } from '../../../actions/texts';
import { lineIsBack } from '../../../api/line';
import type { TicketInfo, TicketRouting } from '../../../api/types';
import { applyEvent } from '../../../realtime/apply';
import { useSession } from '../../../session/store';
import * as toast from '../../../ui/toast';
import { askQueue, canMove } from './move';
import { useRoutingQueues, watchRoutingQueues } from './queues';

const done = vi.spyOn(toast, 'toastSuccess').mockReturnValue(undefined);
const failed = vi.spyOn(toast, 'toastError').mockReturnValue(undefined);
const routing = (queue_id: number | null, queue: string): TicketRouting => ({ state: 'waiting', queue_id, queue, waiting_since: 0, offered_to: '', offer_until: null, decisions: [] });
const WORK = { work: 'tickets' as const };
const QUEUES = [
  { id: 3, name: 'Orders', enabled: true, ...WORK },
  { id: 4, name: 'Old', enabled: false, ...WORK },
  { id: 5, name: 'Returns', enabled: true, ...WORK },
];

watchRoutingQueues();
await loadActionTexts();

beforeEach(() => {
  useRoutingQueues.setState({ phase: 'ready', queues: [...QUEUES, { id: 6, name: 'Website', enabled: true, work: 'live_chats' }] });
  done.mockClear();
  failed.mockClear();
});

async function ask(change: { status?: number; body: unknown }) {
  const { asked } = serve({ 'GET /api/tickets/1/routing': { body: routing(3, 'Orders') }, 'PUT /api/tickets/1/queue': change });
  draw(<Picker />);
  act(() => askQueue(anInfo()));
  await screen.findByRole('option', { name: 'Orders' });
  return asked;
}

it('offers the queues that are switched on, and none', async () => {
  const asked = await ask({ body: routing(5, 'Returns') });
  expect(screen.getAllByRole('option').map((one) => [one.textContent, one.getAttribute('aria-checked')])).toEqual([['Orders', 'true'], ['Returns', 'false'], ['No queue', 'false']]);
  await userEvent.setup().click(screen.getByRole('option', { name: 'Returns' }));
  await waitFor(() => expect(done).toHaveBeenCalledWith('#1001 moved to queue Returns.'));
  expect(asked.at(-1)).toEqual({ key: 'PUT /api/tickets/1/queue', body: { queue_id: 5 } });
});

it('takes a ticket out of its queue', async () => {
  const asked = await ask({ body: routing(null, '') });
  await userEvent.setup().click(screen.getByRole('option', { name: 'No queue' }));
  await waitFor(() => expect(done).toHaveBeenCalledWith('#1001 removed from its queue.'));
  expect(asked.at(-1)?.body).toEqual({ queue_id: null });
});

it('changes nothing where it is already', async () => {
  const asked = await ask({ body: routing(3, 'Orders') });
  await userEvent.setup().click(screen.getByRole('option', { name: 'Orders' }));
  expect(asked.map(({ key }) => key)).toEqual(['GET /api/tickets/1/routing']);
});

it('says what the server refused', async () => {
  await ask({ status: 409, body: { error: { code: 'conflict', message: 'Only open tickets wait in a queue.' } } });
  await userEvent.setup().click(screen.getByRole('option', { name: 'Returns' }));
  await waitFor(() => expect(failed).toHaveBeenCalledTimes(1));
  expect(failed.mock.calls[0]?.[0]).toContain('Only open tickets wait in a queue.');
  expect(done).not.toHaveBeenCalled();
});

it.each<[string, Partial<TicketInfo>, number, boolean]>([
  ['an open ticket', {}, 3, true],
  ['a desk without queues', {}, 0, false],
  ['a resolved ticket', { closed: 2 }, 3, false],
  ['a live chat', { livechat: true }, 3, false],
  ['a ticket that was merged into another', { merged_into: { id: 3, ticket_number: 1003, title: '', by: 'agent2', why: '', at_ms: 0 } }, 3, false],
])('can be done: %s', (_what, over, queues, expected) => {
  useRoutingQueues.setState({ queues: QUEUES.slice(0, queues) });
  expect(canMove(anInfo(over))).toBe(expected);
});

it('knows the queues as they are: changed, after a failure, and of no earlier person', async () => {
  closePicker();
  let queues: { status?: number; body: unknown } = { body: QUEUES.slice(0, 1) };
  serve({ 'GET /api/routing/queues': () => queues });
  applyEvent('routingQueuesChanged', {});
  await waitFor(() => expect(useRoutingQueues.getState().queues).toEqual(QUEUES.slice(0, 1)));
  useSession.setState({ phase: 'in' });
  useSession.setState({ phase: 'out', session: null });
  expect(useRoutingQueues.getState()).toMatchObject({ phase: 'idle', queues: [] });
  queues = { status: 503, body: {} };
  await useRoutingQueues.getState().load();
  expect(useRoutingQueues.getState().phase).toBe('failed');
  queues = { body: QUEUES };
  lineIsBack();
  await waitFor(() => expect(useRoutingQueues.getState()).toMatchObject({ phase: 'ready', queues: QUEUES }));
});
