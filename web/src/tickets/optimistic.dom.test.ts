import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { aMessage, anInfo, aTicket, SESSION_ANSWER } from '../../tests/builders';
import { serve } from '../../tests/server';
import { useAgents } from '../api/agents';
import type { Ticket, TicketInfo } from '../api/types';
import { applyEvent } from '../realtime/apply';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import * as toast from '../ui/toast';
import { setDepartment, setParticipants, setSeverity, snoozeUntil, toggleLabel } from './acts';
import { openConversation } from './conversation/read';
import { resetConversations, useConversations } from './conversation/store';
import { runBulk } from './list/bulk';
import { useSelection } from './list/selection';
import { openList, resetList, useTicketList } from './list/store';
import { resetActs } from './pendingActs';
import { changeStatus } from './status';
import { loadTicketTexts } from './texts';
import { markSpam, notSpam } from './tidy';
import { watchTickets } from './watch';

const info = () => useConversations.getState().open['1001']?.info;
const row = () => useTicketList.getState().rows.find(({ id }) => id === 1);
const rowIds = () => useTicketList.getState().rows.map(({ id }) => id);
const known: Partial<TicketInfo> = { label: '[4]', severity: 'L', department_id: 3, assignee: 'agent1', participants: [{ username: 'agent1', name: 'Agent One', photo: '' }] };

const told = vi.spyOn(toast, 'toastError').mockReturnValue(undefined);

beforeAll(async () => {
  watchTickets();
  await loadTicketTexts();
});

/** Answers to acts wait until they are told to come, each with a status. */
async function desk(over: Partial<TicketInfo> = {}) {
  const { participants: _, ...rest } = { ...known, ...over };
  const ofList: Partial<Ticket> = rest;
  const waiting: { key: string; body: unknown; answer: (status: number, body?: unknown) => void }[] = [];
  const later = (key: string) => ({ body }: { body: unknown }) =>
    new Promise<{ status: number; body: unknown }>((resolve) => {
      waiting.push({ key, body, answer: (status, answer = status === 200 ? { data: anInfo({ ...known, ...over }) } : { error: { code: 'conflict', message: 'Somebody was quicker.' } }) => resolve({ status, body: answer }) });
    });
  const keys = ['POST /api/ticket/label', 'POST /api/ticket/department', 'POST /api/ticket/priority', 'POST /api/ticket/message', 'PUT /api/tickets/1/participants', 'PUT /api/tickets/1/snooze', 'PUT /api/tickets/1/spam'];
  serve({
    'GET /api/ticket/load/-/open/ticket/0': { body: { data: [aTicket({ id: 2, ticket_number: 2, ts: 1_800_000_000 }), aTicket({ id: 1, ...ofList }), aTicket({ id: 3, ticket_number: 3, ts: 1_600_000_000 })], count: 3 } },
    'GET /api/ticket/info/-/1001': { body: { data: anInfo({ ...known, ...over }) } },
    'GET /api/ticket/data/1/0': { body: [{ total: 0 }] },
    ...Object.fromEntries(keys.map((key) => [key, later(key)])),
  });
  await openList('open');
  await openConversation('1001');
  return { waiting, answer: async (status: number, body?: unknown) => {
    await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(0));
    waiting.shift()?.answer(status, body);
  } };
}

beforeEach(() => {
  resetActs();
  resetList();
  resetConversations();
  useSelection.setState({ chosen: new Set(), run: null });
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true } });
  useAgents.setState({ names: new Map([['agent2', 'Mei']]), photos: new Map() });
  told.mockClear();
});

const UNTIL = 1_900_000_000_000;
type Act = [what: string, run: () => Promise<unknown>, shows: Partial<TicketInfo>, leavesTheList: boolean];

const ACTS: Act[] = [
  ['assigns', () => setParticipants(1, ['agent1', 'agent2']), { assignee: 'agent1,agent2', participants: [{ username: 'agent1', name: 'Agent One', photo: '' }, { username: 'agent2', name: 'Mei', photo: '' }] }, false],
  ['labels', () => toggleLabel({ id: 1, label: '[4]' }, 9), { label: '[4,9]' }, false],
  ['sets the severity', () => setSeverity(1, 'H', 'ticket'), { severity: 'H' }, false],
  ['sets the department', () => setDepartment(1, 5), { department_id: 5 }, false],
  ['resolves', () => changeStatus('1001', anInfo(), 2, 'Solved').catch(() => undefined), { closed: 2 }, true],
  ['snoozes', () => snoozeUntil({ id: 1 }, UNTIL), { snoozed_until: UNTIL, closed: 1 }, true],
  ['marks as spam', () => Promise.resolve(markSpam(anInfo(), false)), { closed: 5 }, true],
];

describe.each(ACTS)('what %s', (_what, run, shows, leaves) => {
  it('shows at once in row and conversation, and stays when it is taken', async () => {
    const { answer } = await desk();
    const { participants: _people, snoozed_until: _until, ...ofRow } = shows;
    const doing = run();
    expect(info()).toMatchObject(shows);
    if (leaves) expect(row()).toBeUndefined();
    else expect(row()).toMatchObject(ofRow);
    await answer(200, { data: anInfo({ ...known, ...shows }), status: 5 });
    await doing;
    expect(info()).toMatchObject(shows);
    expect(told).not.toHaveBeenCalled();
  });

  it('is taken back when it is refused, and the row comes back to its place', async () => {
    const { answer } = await desk();
    const doing = run();
    await answer(409);
    await doing;
    await vi.waitFor(() => expect(info()).toMatchObject({ ...known, closed: 0, snoozed_until: null }));
    expect(rowIds()).toEqual([2, 1, 3]);
    expect(row()).toMatchObject({ label: '[4]', severity: 'L', department_id: 3, assignee: 'agent1', closed: 0 });
    expect(useTicketList.getState().count).toBe(3);
  });
});

it('says which ticket, what was refused, and why', async () => {
  const { answer } = await desk();
  const doing = setSeverity(1, 'H', 'ticket');
  await answer(409);
  await doing;
  expect(told).toHaveBeenCalledWith('#1001: The severity could not be set. Somebody was quicker. The ticket is as it was before.');
});

it('takes a ticket up again at once, and out of the spam', async () => {
  const { answer } = await desk({ closed: 1, snoozed_until: UNTIL });
  const waking = snoozeUntil({ id: 1 }, null);
  expect(info()).toMatchObject({ closed: 0, snoozed_until: null });
  await answer(200);
  await waking;
  const freeing = notSpam(anInfo({ closed: 5 }));
  expect(info()?.closed).toBe(0);
  await answer(200, { status: 1 });
  await freeing;
  // Only the server knew what it was before.
  expect(info()?.closed).toBe(1);
});

describe('several acts on one ticket', () => {
  it('reach the server one after the other, in their order', async () => {
    const { waiting, answer } = await desk();
    const both = [toggleLabel({ id: 1, label: '[4]' }, 9), setSeverity(1, 'H', 'ticket')];
    await Promise.resolve();
    expect(waiting.map(({ key }) => key)).toEqual(['POST /api/ticket/label']);
    await answer(200);
    await answer(200);
    await Promise.all(both);
  });

  it('leave the later ones shown when an earlier is refused, and go back to what was before both', async () => {
    const { answer } = await desk();
    const first = setSeverity(1, 'H', 'ticket');
    const second = setSeverity(1, 'M', 'ticket');
    await answer(409);
    await first;
    expect(info()?.severity).toBe('M');
    await answer(409);
    await second;
    expect(info()?.severity).toBe('L');
    expect(row()?.severity).toBe('L');
  });
});

describe('what the server tells meanwhile', () => {
  const ticket = aTicket({ id: 1, label: '[4]', severity: 'L', department_id: 3, assignee: 'agent1', ts: 1_700_000_100 });

  it('does not take back what somebody just did', async () => {
    const { answer } = await desk();
    const doing = setSeverity(1, 'H', 'ticket');
    applyEvent('newMessage', { ticket, message: aMessage({ id: 5 }), queue_id: null });
    expect([info()?.severity, row()?.severity]).toEqual(['H', 'H']);
    await openList('open', true);
    expect(row()?.severity).toBe('H');
    await answer(200, { data: { ...ticket, severity: 'H' } });
    await doing;
    expect([info()?.severity, row()?.severity]).toEqual(['H', 'H']);
  });

  it('is what shows where the act is refused', async () => {
    const { answer } = await desk();
    const doing = setSeverity(1, 'H', 'ticket');
    applyEvent('ticketSeverityChanged', { ticket_id: 1, ticket_number: 1001, severity: 'M', by: 'agent2', ticket: { ...ticket, severity: 'M' } });
    expect(info()?.severity).toBe('H');
    await answer(409);
    await doing;
    expect([info()?.severity, row()?.severity]).toEqual(['M', 'M']);
  });
});

it('shows and takes back what is done with many, each for itself', async () => {
  const { waiting, answer } = await desk();
  const doing = runBulk({ kind: 'status', status: 3 }, [1, 2]);
  await vi.waitFor(() => expect(waiting).toHaveLength(2));
  expect(rowIds()).toEqual([3]);
  await answer(409);
  await answer(200);
  expect(await doing).toMatchObject({ done: 1, failed: 1 });
  expect(rowIds()).toEqual([1, 3]);
});
