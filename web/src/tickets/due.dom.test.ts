import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { anInfo, aTicket, SESSION_ANSWER } from '../../tests/builders';
import { serve } from '../../tests/server';
import { applyEvent } from '../realtime/apply';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import type { TicketDue } from '../ui/due/moment';
import { openConversation } from './conversation/read';
import { leaveConversation, resetConversations, useConversations } from './conversation/store';
import { openList, resetList, useTicketList } from './list/store';
import { ANY, type Narrow } from './narrow';
import { watchTickets } from './watch';

const NOW = 1_700_000_000_000;
const HOUR = 3_600_000;
const due = (at: number | null): TicketDue => ({ metric: 'first_reply', at, warn_at: null, state: at === null ? 'paused' : 'running', remaining_ms: at === null ? HOUR : null, breached: false });
const ids = () => useTicketList.getState().rows.map(({ id }) => id);
/** The code for it comes with the first event. */
async function hear(name: string, data: object): Promise<void> {
  applyEvent(name, data);
  await vi.dynamicImportSettled();
}
const tell = (ticket_id: number, now: TicketDue | null) => hear('ticketDueChanged', { ticket_id, ticket_number: 1000 + ticket_id, due: now });

let asked: { key: string }[];
let page: object[];

beforeAll(() => {
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
  watchTickets();
});

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  resetList();
  resetConversations();
  page = [aTicket({ id: 1, due: due(NOW + HOUR) }), aTicket({ id: 2, due: due(NOW + 2 * HOUR) })];
  ({ asked } = serve({
    'GET /api/ticket/load/-/open/ticket/0': () => ({ body: { data: page, count: page.length, countMore: false } }),
    'GET /api/ticket/info/-/1001': { body: { data: anInfo({ id: 1, ticket_number: 1001 }) } },
    'GET /api/ticket/data/1/0': { body: [{ total: 0 }] },
  }));
});
afterEach(() => void vi.useRealTimers());

const open = (narrow: Partial<Narrow> = {}) => openList('open', false, { ...ANY, ...narrow });
const reads = () => asked.filter(({ key }) => key === 'GET /api/ticket/load/-/open/ticket/0').length;

describe('what is due of a ticket', () => {
  it('changes on its row and in its conversation, and nothing else does', async () => {
    await open();
    await openConversation('1001');
    const before = useTicketList.getState().rows[0];
    await tell(1, due(NOW + 3 * HOUR));
    expect(useTicketList.getState().rows[0]).toEqual({ ...before, due: due(NOW + 3 * HOUR) });
    expect(useConversations.getState().open['1001']?.info?.due).toEqual(due(NOW + 3 * HOUR));
    await tell(1, null);
    expect(useTicketList.getState().rows[0]?.due).toBeNull();
    expect(ids()).toEqual([1, 2]);
    expect(useTicketList.getState().fresh.size).toBe(0);
  });

  it('moves its row in a list that is sorted by it', async () => {
    await open({ sort: 'due' });
    await tell(1, due(NOW + 3 * HOUR));
    expect(ids()).toEqual([2, 1]);
  });

  it('takes its row out of a list that is narrowed to it, and counts that', async () => {
    await open({ due: 'soon', sort: 'due' });
    await tell(1, due(NOW + 5 * HOUR));
    expect([ids(), useTicketList.getState().count]).toEqual([[2], 1]);
    await tell(2, due(null));
    expect(ids()).toEqual([]);
  });
});

describe('a list that was left', () => {
  it('has the row in its new place when it is shown again', async () => {
    await open({ sort: 'due' });
    await open();
    await tell(1, due(NOW + 3 * HOUR));
    expect(ids()).toEqual([1, 2]);
    void openList('open', true, { ...ANY, sort: 'due' });
    expect(ids()).toEqual([2, 1]);
  });

  it('follows also where what is on screen has no such ticket, and so does a conversation that was left', async () => {
    await openConversation('1001');
    leaveConversation('1001');
    await open({ due: 'soon', sort: 'due' });
    page = [aTicket({ id: 2, due: due(NOW + 2 * HOUR) })];
    await open();
    await tell(1, due(NOW + 3 * HOUR));
    expect(ids()).toEqual([2]);
    expect(useConversations.getState().open['1001']).toMatchObject({ place: 'kept', info: { due: due(NOW + 3 * HOUR) } });
    void openList('open', true, { ...ANY, due: 'soon', sort: 'due' });
    expect(ids()).toEqual([2, 1]);
    await open();
    await tell(1, due(NOW + 5 * HOUR));
    void openList('open', true, { ...ANY, due: 'soon', sort: 'due' });
    expect([ids(), useTicketList.getState().count]).toEqual([[2], 1]);
  });
});

describe('a ticket from outside of the list', () => {
  it('has the list read when it is due like the others of it, once in two seconds', async () => {
    await open({ due: 'soon', sort: 'due' });
    page = [...page, aTicket({ id: 7, due: due(NOW + 1.5 * HOUR) })];
    await tell(7, due(NOW + 1.5 * HOUR));
    await tell(8, due(NOW + HOUR));
    expect(reads()).toBe(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect([reads(), ids()]).toEqual([2, [1, 7, 2]]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reads()).toBe(2);
  });

  it('changes nothing where the list is about something else, or it is due too late', async () => {
    await open();
    await tell(7, due(NOW + HOUR));
    await open({ due: 'soon', sort: 'due' });
    await tell(8, due(NOW + 5 * HOUR));
    await tell(9, null);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(reads()).toBe(2);
  });

  it('changes nothing when it belongs behind what is loaded', async () => {
    page = Array.from({ length: 30 }, (_, n) => aTicket({ id: 100 + n, due: due(NOW + n) }));
    await open({ sort: 'due' });
    await tell(7, due(NOW + HOUR));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(reads()).toBe(1);
    await tell(8, due(NOW + 5));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(reads()).toBe(2);
  });

  it('comes into the list when its clock warns, by the time alone', async () => {
    const clock = { ticket_number: 1, title: '', assignees: '', metric: 'first_reply', policy_id: 1, policy: '', label_id: null, label: '', minutes: 60 };
    await open({ due: 'soon', sort: 'due' });
    await hear('slaBreached', { ...clock, ticket_id: 1, livechat: false, due_at: NOW });
    await hear('slaWarning', { ...clock, ticket_id: 8, livechat: true, due_at: NOW + HOUR });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(reads()).toBe(1);
    await hear('slaWarning', { ...clock, ticket_id: 7, livechat: false, due_at: NOW + HOUR });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(reads()).toBe(2);
  });
});
