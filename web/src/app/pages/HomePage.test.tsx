import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aTicket, SESSION_ANSWER } from '../../../tests/builders';
import { aDashboard } from '../../../tests/dashboard';
import { draw } from '../../../tests/draw';
import { withKeys } from '../../../tests/keys';
import { serve } from '../../../tests/server';
import type { Ticket } from '../../api/types';
import { useQueue } from '../../livechat/queue';
import { applyEvent } from '../../realtime/apply';
import { useUnread } from '../../realtime/unread';
import { permissionsOf, sessionFrom, type Session } from '../../session/model';
import { useSession } from '../../session/store';
import { LIST_ACTIONS } from '../../tickets/actions/list';
import { useSelection } from '../../tickets/list/selection';
import { setTimezone } from '../../ui/dates';
import type { TicketDue } from '../../ui/due/moment';
import { Screen } from './HomePage';

vi.mock('../../dashboard/DayChart', () => ({ DayChart: () => null }));

const HOUR_MS = 3_600_000;
const LIST = 'GET /api/ticket/load/-/open/ticket/0';

type Answer = { status?: number; body: unknown };
const pageOf = (tickets: readonly Ticket[], count = tickets.length): Answer => ({ body: { data: tickets.slice(0, 30), count, countMore: false, status: 'success' } });
const refusal = (status: number, code: string): Answer => ({ status, body: { error: { code, message: '' } } });

/** The lists by what narrows them. */
let lists: Record<'mine' | 'waiting' | 'appointments' | 'promised' | 'all', Answer>;

function Where() {
  const { pathname, search } = useLocation();
  return <output>{`${pathname}${search}`}</output>;
}

function listOf(query: URLSearchParams): keyof typeof lists {
  if (query.get('agent') === null) return 'all';
  if (query.get('agent') === '-') return 'waiting';
  if (query.get('appt') === 'soon') return 'appointments';
  return query.get('due') === 'soon' ? 'promised' : 'mine';
}

function open(productDetails = SESSION_ANSWER.productDetails, over: Partial<Session> = {}) {
  useSession.setState({ phase: 'in', session: { ...sessionFrom({ ...SESSION_ANSWER, productDetails }), ...over } });
  const queries: string[] = [];
  const core = serve({
    [LIST]: ({ url }) => {
      queries.push(url.search);
      return lists[listOf(url.searchParams)];
    },
    'GET /api/ticket/load/-/pending/ticket/0': pageOf([], 4),
    'GET /api/dashboard': { body: aDashboard() },
  });
  draw(
    <>
      <Screen />
      <Where />
    </>,
  );
  return { user: userEvent.setup(), core, queries };
}

const section = async (name: string) => within(await screen.findByRole('region', { name: new RegExp(`^${name}`) }));
const rows = (within: { queryAllByRole: typeof screen.queryAllByRole }) => within.queryAllByRole('listitem').map((row) => within.queryAllByRole('link').find((link) => row.contains(link))?.textContent);
const many = (n: number, over: Partial<Ticket> = {}) => Array.from({ length: n }, (_, at) => aTicket({ id: at + 1, ticket_number: 1001 + at, name: `Customer ${at + 1}`, ...over }));
const utcText = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

withKeys(...LIST_ACTIONS);

beforeEach(() => {
  setTimezone('UTC');
  localStorage.clear();
  useQueue.setState({ count: 0 });
  useUnread.setState({ ticket: 0, livechat: 0, chat: 0 });
  lists = { mine: pageOf([]), waiting: pageOf([]), appointments: pageOf([]), promised: pageOf([]), all: pageOf([], 21) };
});

describe('the sections', () => {
  it('ask for what they show, and lead to all of it', async () => {
    lists.mine = pageOf(many(12), 40);
    lists.waiting = pageOf([aTicket({ id: 50, ticket_number: 1050, name: 'Waiting Wan', ts: Math.floor(Date.now() / 1000) - 3 * 3600 })]);
    const { queries } = open();
    const mine = await section('Mine');
    await mine.findByRole('link', { name: 'Customer 1' });
    expect(rows(mine)).toHaveLength(8);
    expect(mine.getByRole('heading').textContent).toBe('Mine40');
    expect(mine.getByRole('link', { name: 'Show all: Mine' }).getAttribute('href')).toBe('/ticket?agents=agent1');
    expect(mine.getByRole('link', { name: 'Customer 1' }).getAttribute('href')).toBe('/ticket/1001');
    const waiting = await section('Waiting longest');
    await waiting.findByRole('link', { name: 'Waiting Wan' });
    expect(waiting.getByLabelText('Unchanged for 3 h')).toBeTruthy();
    expect(waiting.getByRole('link', { name: /^Show all/ }).getAttribute('href')).toBe('/ticket?agents=-&sort=oldest');
    expect(queries.filter((query) => query.includes('agent=')).sort()).toEqual(['?agent=-&sort=oldest', '?agent=agent1', '?agent=agent1&appt=soon', '?agent=agent1&due=soon&sort=due']);
  });

  it('tell what is unread in words', async () => {
    lists.mine = pageOf([aTicket({ name: 'Aisyah', read: false })]);
    open();
    expect(await screen.findByRole('link', { name: /^Aisyah\s*\(unread\)$/ })).toBeTruthy();
  });

  it('say what to do where nothing waits', async () => {
    lists.waiting = pageOf([aTicket({ id: 7, ticket_number: 1007, name: 'Ben' })]);
    open();
    const mine = await section('Mine');
    await mine.findByText('Nothing waits for you');
    expect((await mine.findByRole('link', { name: 'Open the one that waits longest' })).getAttribute('href')).toBe('/ticket/1007');
    expect(mine.getByRole('link', { name: 'See all tickets' }).getAttribute('href')).toBe('/ticket?filter=all');
    expect(screen.queryByRole('region', { name: /^Due soon/ })).toBeNull();
  });

  it('say that nobody waits', async () => {
    open();
    expect(await (await section('Waiting longest')).findByText('Nobody waits')).toBeTruthy();
  });

  it('show the shape of the rows while these are on their way', async () => {
    useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
    serve({ [LIST]: () => new Promise(() => undefined), 'GET /api/ticket/load/-/pending/ticket/0': pageOf([]) });
    draw(<Screen />);
    expect(await (await section('Mine')).findByRole('status')).toBeTruthy();
    expect(screen.queryByText('Nothing waits for you')).toBeNull();
  });

  it('say what failed and try again', async () => {
    lists.mine = refusal(500, 'internal');
    const { user } = open();
    const mine = await section('Mine');
    expect((await mine.findByRole('alert')).textContent).toContain('The server had a fault.');
    lists.mine = pageOf(many(1));
    await user.click(mine.getByRole('button', { name: 'Try again' }));
    await mine.findByRole('link', { name: 'Customer 1' });
    expect(mine.queryByRole('alert')).toBeNull();
  });

  it('do not offer to try again what is refused', async () => {
    lists.waiting = refusal(403, 'forbidden');
    open();
    const waiting = await section('Waiting longest');
    expect((await waiting.findByRole('alert')).textContent).toBe('You may not see this.');
    expect(waiting.queryByRole('button')).toBeNull();
  });

  it('follow what happens', async () => {
    open();
    const mine = await section('Mine');
    await mine.findByText('Nothing waits for you');
    lists.mine = pageOf(many(1));
    act(() => applyEvent('participantChanged', {}));
    await mine.findByRole('link', { name: 'Customer 1' });
  });
});

describe('what is due', () => {
  const promised = (metric: TicketDue['metric'], at: number): TicketDue => ({ metric, at, warn_at: null, state: 'running', remaining_ms: null, breached: at < Date.now() });

  beforeEach(() => {
    const now = Date.now();
    const late = aTicket({ id: 1, ticket_number: 1001, name: 'Late Lim', due: promised('first_reply', now - 2.5 * HOUR_MS) });
    const open = aTicket({ id: 3, ticket_number: 1003, name: 'Open Osman', due: promised('resolution', now + 1.5 * HOUR_MS) });
    const other = { 'Preferred Appointment Date': utcText(now + 5.5 * HOUR_MS) };
    const meeting = aTicket({ id: 2, ticket_number: 1002, name: 'Meeting Mei', other });
    lists.appointments = pageOf([meeting, { ...open, other }]);
    lists.promised = pageOf([late, { ...open, other }]);
  });

  it('comes soonest first and once, overdue told in words and by a sign', async () => {
    const { queries } = open();
    const due = await section('Due soon');
    expect(rows(due)).toEqual(['Late Lim', 'Open Osman', 'Meeting Mei']);
    expect(due.getByRole('heading').textContent).toBe('Due soon3');
    expect(due.getByText(/Overdue by 2 h/).textContent).toBe('First answer: Overdue by 2 h');
    expect(due.getByText(/Due in 1 h/).textContent).toBe('Resolution: Due in 1 h');
    expect(due.getByText(/Due in 5 h/).textContent).toBe('Appointment: Due in 5 h');
    expect(due.getAllByRole('time').map((mark) => [mark.dataset['overdue'], mark.querySelector('svg')?.classList.contains('tabler-icon-alert-triangle')])).toEqual([
      ['true', true],
      [undefined, false],
      [undefined, false],
    ]);
    expect(queries).toContain('?agent=agent1&due=soon&sort=due');
    expect(due.getByRole('link', { name: /^All appointments/ }).getAttribute('href')).toBe('/ticket?agents=agent1&appt=soon');
    expect(due.getByRole('link', { name: /^All that is due soon/ }).getAttribute('href')).toBe('/ticket?agents=agent1&due=soon&sort=due');
  });

  it('goes once the ticket owes nothing any more', async () => {
    open();
    const due = await section('Due soon');
    expect(rows(due)).toHaveLength(3);
    [lists.appointments, lists.promised] = [pageOf([]), pageOf([])];
    act(() => applyEvent('ticketDueChanged', {}));
    await waitFor(() => expect(screen.queryByRole('region', { name: /^Due soon/ })).toBeNull());
  });

  it('says what failed', async () => {
    lists.promised = refusal(500, 'internal');
    open();
    expect(await (await section('Due soon')).findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('the keys', () => {
  it('walk through all sections, and Enter opens', async () => {
    lists.mine = pageOf(many(1));
    lists.waiting = pageOf([aTicket({ id: 9, ticket_number: 1009, name: 'Ben' })]);
    const { user } = open();
    await screen.findByRole('link', { name: 'Customer 1' });
    const ben = await screen.findByRole('link', { name: 'Ben' });
    fireEvent.keyDown(document.body, { key: 'j' });
    expect(document.activeElement?.textContent).toBe('Customer 1');
    fireEvent.keyDown(document.body, { key: 'j' });
    fireEvent.keyDown(document.body, { key: 'j' });
    expect(document.activeElement).toBe(ben);
    fireEvent.keyDown(document.body, { key: 'k' });
    expect(document.activeElement?.textContent).toBe('Customer 1');
    await user.tab();
    await user.tab();
    expect(document.activeElement).toBe(ben);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByText('/ticket/1009', { selector: 'output' })).toBeTruthy());
  });

  it('choose nothing, as nothing here shows what is chosen', async () => {
    lists.mine = pageOf(many(2));
    open();
    await screen.findByRole('link', { name: 'Customer 2' });
    for (const key of ['j', 'x', 'J', '*', 'a']) fireEvent.keyDown(document.body, { key, shiftKey: key === 'J' || key === '*' });
    expect(useSelection.getState().chosen.size).toBe(0);
  });
});

describe('the figures', () => {
  const figure = async (name: RegExp) => within(await screen.findByRole('navigation', { name: 'The desk now' })).findByRole('link', { name });

  it('lead to what they count', async () => {
    useUnread.setState({ ticket: 14 });
    useQueue.setState({ count: 2 });
    open();
    expect((await figure(/^Open\s*21$/)).getAttribute('href')).toBe('/ticket');
    expect((await figure(/^Pending\s*4$/)).getAttribute('href')).toBe('/ticket?filter=pending');
    expect((await figure(/^Unread\s*14$/)).getAttribute('href')).toBe('/ticket');
    const waiting = await figure(/^Live chats waiting\s*2$/);
    expect(waiting.getAttribute('href')).toBe('/livechat');
    act(() => useQueue.setState({ count: 0 }));
    expect(waiting.textContent).toBe('Live chats waiting0');
  });

  it('count no tickets where the account has none', async () => {
    const { core } = open(['livechat']);
    await figure(/^Live chats waiting/);
    expect(screen.queryByRole('link', { name: /^Open/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Go to the live chats' }).getAttribute('href')).toBe('/livechat');
    expect(core.asked).toEqual([]);
  });
});

describe('the dashboard', () => {
  const ON = { isDashboardOn: true, isAdmin: false, permissions: permissionsOf(['view_report']) };
  const tab = (name: string) => screen.findByRole('tab', { name });
  const asks = (core: ReturnType<typeof serve>) => core.asked.map(({ key }) => key).filter((key) => key === 'GET /api/dashboard');

  it('stands before the queue, and what was left open stays', async () => {
    const first = open(undefined, ON);
    expect((await tab('Dashboard')).getAttribute('aria-selected')).toBe('true');
    expect(await screen.findByRole('list', { name: 'Figures' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: /^Mine/ })).toBeNull();
    await first.user.click(await tab('My queue'));
    await (await section('Mine')).findByText('Nothing waits for you');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Hello, Agent One');
    cleanup();
    const second = open(undefined, ON);
    await section('Mine');
    expect((await tab('My queue')).getAttribute('aria-selected')).toBe('true');
    expect(asks(second.core)).toEqual([]);
    cleanup();
    open(undefined, { ...ON, username: 'agent2' });
    expect((await tab('Dashboard')).getAttribute('aria-selected')).toBe('true');
  });

  it('leads to the lists of what was opened in its days', async () => {
    open(undefined, ON);
    const statuses = within(await screen.findByRole('region', { name: 'By status' }));
    expect(statuses.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
      ['', 'filter=pending&', 'filter=solved&', 'filter=closed&'].map((filter) => `/ticket?${filter}received=2026-11-25%2C2026-11-27`),
    );
    expect(within(screen.getByRole('region', { name: 'By channel' })).getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Social media 15', 'Email 4', 'Others 1']);
  });

  it('leads to no lists where the account has no tickets', async () => {
    open(['livechat'], ON);
    expect(within(await screen.findByRole('region', { name: 'By status' })).queryByRole('link')).toBeNull();
  });

  it.each<[string, Partial<Session>]>([
    ['an admin may view reports without the permission', { ...ON, isAdmin: true, permissions: permissionsOf([]) }],
    ['whoever has the permission', ON],
  ])('is there for %s', async (_, over) => {
    open(undefined, over);
    expect(await tab('Dashboard')).toBeTruthy();
  });

  it.each<[string, Partial<Session>]>([
    ['where no admin put it', { ...ON, isAdmin: true, isDashboardOn: false }],
    ['for who may not view reports', { ...ON, permissions: permissionsOf([]) }],
    ['for who has no id', { ...ON, userId: 0 }],
  ])('is not there %s', async (_, over) => {
    const { core } = open(undefined, over);
    await (await section('Mine')).findByText('Nothing waits for you');
    expect(screen.queryByRole('tab')).toBeNull();
    expect(asks(core)).toEqual([]);
  });

  it.each([
    [[{ dashboard_on: 1 }], true],
    [[{ dashboard_on: 0 }], false],
    [[{}], false],
    [[], false],
  ])('is on with the settings %o: %s', (settings, on) => {
    expect(sessionFrom({ ...SESSION_ANSWER, settings: settings }).isDashboardOn).toBe(on);
  });
});
