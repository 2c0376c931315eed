import { beforeEach, expect, it } from 'vitest';
import { anInfo, aTicket } from '../../../tests/builders';
import { serve } from '../../../tests/server';
import { retryBulk, runBulk } from './bulk';
import { choose, clearChosen, leaveList, stopBulk, toggleChosen, useSelection } from './selection';
import { closeGroups, loadGroup, openGroups } from './groups';
import { dropRow, openList, resetList } from './store';

const chosen = () => [...useSelection.getState().chosen];

beforeEach(() => {
  resetList();
  closeGroups();
  clearChosen();
});

it('chooses and lets go', () => {
  toggleChosen(1);
  toggleChosen(2);
  toggleChosen(1);
  expect(chosen()).toEqual([2]);
  choose([5, 6]);
  expect(chosen()).toEqual([5, 6]);
});

it('changes every chosen ticket, and keeps those that refused', async () => {
  const { asked } = serve({
    'POST /api/ticket/message': ({ body }) =>
      (body as { ticket_id: number }).ticket_id === 3 ? { status: 409, body: { error: { code: 'conflict', message: 'Newer.' } } } : { body: {} },
  });
  choose([1, 2, 3, 4, 5]);
  await runBulk({ kind: 'status', status: 2 });
  expect(asked.map(({ body }) => (body as { ticket_id: number }).ticket_id).sort()).toEqual([1, 2, 3, 4, 5]);
  expect(chosen()).toEqual([3]);
  expect(useSelection.getState().run).toMatchObject({ done: 5, of: 5, failed: [{ id: 3, problem: { code: 'conflict', description: 'Newer.' } }], state: 'ended' });

  const again = serve({ 'POST /api/ticket/message': { body: {} } });
  await retryBulk();
  expect(again.asked.map(({ body }) => body)).toMatchObject([{ ticket_id: 3, status: 2 }]);
  expect(chosen()).toEqual([]);
  expect(useSelection.getState().run).toBeNull();
});

it('adds a label to those a ticket has, and leaves one alone that has it', async () => {
  const { asked } = serve({
    'GET /api/ticket/load/-/open/ticket/0': { body: { data: [aTicket({ id: 1, label: '[4]' }), aTicket({ id: 2, label: '[9]' })], count: 2 } },
    'POST /api/ticket/label': { body: {} },
  });
  await openList('open');
  choose([1, 2]);
  await runBulk({ kind: 'label', id: 9 });
  expect(asked.slice(1).map(({ body }) => body)).toEqual([{ ticket_id: 1, label: [4, 9] }]);
  expect(useSelection.getState()).toMatchObject({ run: null });
  expect(chosen()).toEqual([]);
});

it('adds a label to those of a ticket that is not in the list', async () => {
  const { asked } = serve({
    'GET /api/ticket/info/-/1': { body: { result: 'success', data: anInfo({ id: 1, label: '[4]' }) } },
    'GET /api/ticket/groups/label/open': { body: { data: [{ id: 5, count: 1 }], countMore: false } },
    'GET /api/ticket/load2/label/open/ticket/0/5': { body: { data: [aTicket({ id: 2, label: '[5]' })], count: 1 } },
    'POST /api/ticket/label': { body: {} },
  });
  await openGroups('label', 'open');
  await loadGroup(5);
  choose([1, 2]);
  await runBulk({ kind: 'label', id: 9 });
  const labels = asked.filter(({ key }) => key === 'POST /api/ticket/label').map(({ body }) => body);
  expect(labels).toHaveLength(2);
  expect(labels).toContainEqual({ ticket_id: 1, label: [4, 9] });
  expect(labels).toContainEqual({ ticket_id: 2, label: [5, 9] });
});

it('puts somebody beside those who take part', async () => {
  const { asked } = serve({
    'GET /api/ticket/load/-/open/ticket/0': { body: { data: [aTicket({ id: 1, assignee: 'ben' }), aTicket({ id: 2, assignee: 'anna' })], count: 2 } },
    'PUT /api/tickets/1/participants': { body: {} },
  });
  await openList('open');
  choose([1, 2]);
  await runBulk({ kind: 'assign', username: 'anna' });
  expect(asked.slice(1)).toEqual([{ key: 'PUT /api/tickets/1/participants', body: { participants: ['ben', 'anna'] } }]);
});

it('changes nothing of a ticket that it could not read, and puts people beside those of one that it could', async () => {
  const { asked } = serve({
    'GET /api/ticket/info/-/1': { body: { result: 'success' } },
    'GET /api/ticket/info/-/2': { body: { result: 'success', data: anInfo({ id: 2, assignee: 'ben' }) } },
    'PUT /api/tickets/2/participants': { body: {} },
  });
  choose([1]);
  expect(await runBulk({ kind: 'label', id: 9 })).toEqual({ done: 0, failed: 1, stopped: false });
  expect(asked.map(({ key }) => key)).toEqual(['GET /api/ticket/info/-/1']);
  expect(await runBulk({ kind: 'assign', username: 'anna' }, [2])).toEqual({ done: 1, failed: 0, stopped: false });
  expect(asked.at(-1)).toEqual({ key: 'PUT /api/tickets/2/participants', body: { participants: ['ben', 'anna'] } });
});

it('tells that it could not be marked read without a line', async () => {
  choose([1]);
  await runBulk({ kind: 'read' });
  expect(chosen()).toEqual([1]);
  expect(useSelection.getState().run?.failed).toMatchObject([{ problem: { code: 'offline' } }]);
});

it('stops where it is told to, and keeps the others chosen', async () => {
  const { asked } = serve({
    'PUT /api/tickets/1/participants': () => {
      stopBulk();
      return { body: {} };
    },
  });
  choose([1, 2, 3, 4, 5, 6, 7, 8]);
  await runBulk({ kind: 'assign', username: null });
  expect(asked).toHaveLength(3);
  expect(chosen()).toEqual(expect.arrayContaining([4, 5, 6, 7, 8]));
  expect(useSelection.getState().run).toMatchObject({ state: 'stopped', of: 8 });
});

it('does not say that all is done when it was stopped and the bar closed while calls were out', async () => {
  serve({
    'PUT /api/tickets/1/participants': () => {
      stopBulk();
      clearChosen();
      return { body: {} };
    },
  });
  choose([1, 2, 3, 4, 5]);
  expect(await runBulk({ kind: 'assign', username: null })).toMatchObject({ done: 1, stopped: true });
  expect(useSelection.getState().run).toBeNull();
});

it('a run that was stopped takes up nothing when the next begins', async () => {
  let begun: Promise<unknown> = Promise.resolve();
  const { asked } = serve({
    'POST /api/ticket/message': { body: {} },
    'PUT /api/tickets/1/participants': () => {
      stopBulk();
      begun = runBulk({ kind: 'status', status: 2 }, [9]);
      return { body: {} };
    },
  });
  choose([1, 2, 3, 4, 5, 6]);
  await runBulk({ kind: 'assign', username: null });
  await begun;
  expect(asked.filter(({ key }) => key.startsWith('PUT'))).toHaveLength(3);
});

it('goes on when another list is shown, and lets go of what is merely chosen', async () => {
  serve({ 'POST /api/ticket/message': () => (leaveList(), { body: {} }) });
  choose([1, 2, 3, 4, 5]);
  await runBulk({ kind: 'status', status: 1 });
  expect(chosen()).toEqual([]);
  choose([1]);
  leaveList();
  expect(chosen()).toEqual([]);
});

it('lets go of what left the screen', async () => {
  serve({ 'GET /api/ticket/load/-/open/ticket/0': { body: { data: [aTicket({ id: 1 }), aTicket({ id: 2 })], count: 2 } } });
  await openList('open');
  choose([1, 2]);
  dropRow(2);
  expect(chosen()).toEqual([1]);
});
