import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../tests/builders';
import { drawRoutes } from '../../tests/draw';
import { serve } from '../../tests/server';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { OmnichannelReport } from './OmnichannelReport';
import { spansOf, type Performance, type PerformanceFigures } from './performance';

vi.hoisted(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-02-03T12:00:00Z') }));

const none = { count: 0, mean: null, median: null, p90: null };
const figures = (over: Partial<PerformanceFigures> = {}): PerformanceFigures => ({
  created: 0,
  replies: 0,
  first_reply: none,
  next_reply: none,
  resolved: 0,
  resolution: none,
  one_touch: 0,
  reopened: 0,
  ...over,
});
const ANNA = figures({ replies: 12, first_reply: { count: 4, mean: 400, median: 300, p90: 5400 }, resolved: 3, resolution: { count: 2, mean: 90_000, median: 86_400, p90: 93_600 }, one_touch: 1 });
const report = (over: Partial<Performance> = {}): Performance => ({
  group: 'agent',
  from: '2026-01-28',
  to: '2026-02-03',
  before_from: null,
  before_to: null,
  timezone: 'UTC',
  rows: [
    { key: '7', name: 'Anna', figures: ANNA, before: null },
    { key: '9', name: 'Ben', figures: figures({ replies: 30 }), before: null },
    { key: '', name: '', figures: figures({ created: 20, resolved: 1 }), before: null },
    { key: '4', name: 'Cora', figures: figures(), before: null },
  ],
  total: { ...ANNA, created: 20, replies: 42 },
  total_before: null,
  filling: false,
  ...over,
});
const FACT = { ticket_id: 5, ticket_number: 41, title: 'Refund', kind: 'ticket', channel: 'MANUAL', at: Date.UTC(2026, 1, 2, 9), took: 300, agent: 'Anna' };

let queries: Record<string, string>[] = [];
let opened: Record<string, string>[] = [];

beforeEach(() => {
  queries = [];
  opened = [];
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true, timezone: 'UTC' } });
});

function open(answer: () => { status?: number; body: unknown } = () => ({ body: report() }), path = '/report/omnichannel?tab=performance&group=agent') {
  serve({
    'GET /api/report/performance': ({ url }) => {
      queries.push(Object.fromEntries(url.searchParams));
      return answer();
    },
    'GET /api/report/performance/opened': ({ url }) => {
      opened.push(Object.fromEntries(url.searchParams));
      const after = url.searchParams.get('after');
      return { body: after === null ? { facts: [FACT, { ...FACT, ticket_number: 0, took: null, agent: '' }], next: '9-9' } : { facts: [{ ...FACT, ticket_number: 42, kind: 'livechat' }], next: null } };
    },
  });
  return drawRoutes([{ path: '*', element: <OmnichannelReport /> }], path);
}

const RANGE = { startDate: '2026-01-28', endDate: '2026-02-03' };

it('draws what came in and what was resolved of each day, and of days alone', async () => {
  const days = [figures({ created: 8, resolved: 2 }), figures(), figures({ created: 4, resolved: 6 })];
  const rows = days.map((counted, at) => ({ key: `2026-02-0${at + 1}`, name: '', figures: counted, before: null }));
  open(() => ({ body: report({ group: 'day', rows, total: figures({ created: 12, resolved: 8 }) }) }), '/report/omnichannel?tab=performance');
  const chart = await screen.findByRole('img', { name: 'What came in and what was resolved' });
  expect(document.getElementById(chart.getAttribute('aria-describedby') ?? '')?.textContent).toBe('12 created and 8 resolved, 28-01-2026 – 03-02-2026. The table below has every day.');
  const bars = [...chart.querySelectorAll<HTMLElement>('[title] > [data-figure]')].map(({ style }) => style.blockSize);
  expect(bars).toEqual(['100%', '25%', '0%', '0%', '50%', '75%']);
  expect(within(screen.getByRole('list', { name: 'Colours of the bars' })).getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Created', 'Resolved']);
});

it('lets many days in a row share a place of the chart, and loses none', () => {
  const days = Array.from({ length: 200 }, (_, place) => ({ key: new Date(Date.UTC(2025, 0, 1 + place)).toISOString().slice(0, 10), name: '', figures: figures({ created: 1, resolved: place }), before: null }));
  const spans = spansOf(days);
  expect(spans).toHaveLength(67);
  expect(spans[0]).toEqual({ from: '2025-01-01', to: '2025-01-03', created: 3, resolved: 3 });
  expect(spans.at(-1)).toEqual({ from: '2025-07-18', to: '2025-07-19', created: 2, resolved: 397 });
  expect(spans.reduce((sum, { created }) => sum + created, 0)).toBe(200);
  expect(spansOf(days.slice(0, 92))).toHaveLength(92);
});

it('tells the figures of all days, and of each agent without what nobody does', async () => {
  open();
  const totals = within(await screen.findByRole('list', { name: 'All of these days' }));
  expect(totals.getByRole('button', { name: /^Replies, .*show the 42/ }).textContent).toBe('42');
  expect(totals.getByText('9 of 10 in 1 h 30 min · mean 7 min')).toBeTruthy();
  expect(totals.getByText('1 of 2')).toBeTruthy();
  const table = screen.getByRole('table', { name: 'Figures by Agent' });
  expect(screen.queryByRole('img', { name: 'What came in and what was resolved' })).toBeNull();
  expect(within(table).getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Agent', 'Replies', 'First reply', 'Next reply', 'Resolved', 'Full resolution', 'One-touch']);
  const anna = within(table).getByRole('row', { name: /^Anna/ });
  expect(within(anna).getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['12', '5 min9 of 10 in 1 h 30 minn = 4', '–', '3', '1 d 0 h9 of 10 in 1 d 2 hn = 2', '50%1 of 2']);
  expect(within(table).queryByRole('row', { name: /^Cora/ })).toBeNull();
  expect(queries).toEqual([{ ...RANGE, group: 'agent' }]);
});

it('opens a cell to what it counts, page by page, and gives the focus back', async () => {
  open();
  const user = userEvent.setup();
  const cell = await screen.findByRole('button', { name: '5 min. First reply, Anna: show the 4' });
  await user.click(cell);
  const list = within(await screen.findByRole('dialog', { name: 'First reply: Anna' }));
  expect((await list.findByRole('link', { name: '#41 Refund' })).getAttribute('href')).toBe('/ticket/41');
  expect(list.getByText('02-02-2026 09:00 · after 5 min · by Anna')).toBeTruthy();
  expect(list.getByText('A ticket that was removed')).toBeTruthy();
  await user.click(list.getByRole('button', { name: 'Show more' }));
  expect((await list.findByRole('link', { name: '#42 Refund' })).getAttribute('href')).toBe('/livechat/42');
  expect(list.queryByRole('button', { name: 'Show more' })).toBeNull();
  const asked = { ...RANGE, agent: '7', figure: 'first_reply' };
  expect(opened).toEqual([asked, { ...asked, after: '9-9' }]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(cell));
});

it('is grouped, narrowed to a row and widened again, in the address', async () => {
  const { router } = open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Nobody known' }));
  await waitFor(() => expect(queries.at(-1)).toEqual({ ...RANGE, group: 'day', agent: '0' }));
  expect(router.state.location.search).toBe('?tab=performance&agent=0&name=Nobody+known');
  await user.click(screen.getByRole('button', { name: 'Show all again, not only Nobody known' }));
  await waitFor(() => expect(queries.at(-1)).toEqual({ ...RANGE, group: 'day' }));
  await user.click(screen.getByRole('radio', { name: 'Channel' }));
  await user.click(screen.getByRole('radio', { name: 'Live chats' }));
  await waitFor(() => expect(queries.at(-1)).toEqual({ ...RANGE, group: 'channel', type: 'livechat' }));
});

it('is narrowed by all that the address of a mailed report says', async () => {
  const { router } = open();
  await screen.findByRole('table');
  await act(() => router.navigate('?tab=performance&type=ticket&channel=SMS&label=3&name=SMS%2C+Urgent'));
  await waitFor(() => expect(queries.at(-1)).toEqual({ ...RANGE, group: 'day', type: 'ticket', channel: 'SMS', label: '3' }));
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Show all again, not only SMS, Urgent' }));
  await waitFor(() => expect(queries.at(-1)).toEqual({ ...RANGE, group: 'day', type: 'ticket' }));
});

it('sorts by a figure, the most first, with nothing last', async () => {
  open();
  const user = userEvent.setup();
  const table = await screen.findByRole('table');
  const names = () => within(table).getAllByRole('rowheader').map(({ textContent }) => textContent);
  await user.click(within(table).getByRole('button', { name: 'First reply' }));
  expect(names()).toEqual(['Anna', 'Ben', 'Nobody known']);
  await user.click(within(table).getByRole('button', { name: 'Replies' }));
  expect(names()).toEqual(['Ben', 'Anna', 'Nobody known']);
  expect(within(table).getByRole('columnheader', { name: 'Replies' }).getAttribute('aria-sort')).toBe('descending');
  await user.click(within(table).getByRole('button', { name: 'Replies' }));
  expect(names()).toEqual(['Nobody known', 'Anna', 'Ben']);
});

it('compares with the days before, in words and by a shape', async () => {
  const before = figures({ created: 10, replies: 50, first_reply: { count: 5, mean: 100, median: 120, p90: 600 }, reopened: 2 });
  open(() => ({ body: report(queries.at(-1)?.['compare'] === 'true' ? { before_from: '2026-01-21', before_to: '2026-01-27', total_before: before } : {}) }));
  const user = userEvent.setup();
  await user.click(await screen.findByRole('switch', { name: 'Compare with the days before' }));
  expect(await screen.findByText('Compared with 21-01-2026 – 27-01-2026.')).toBeTruthy();
  expect(screen.getByText('Up from 2 min').dataset['better']).toBe('false');
  expect(screen.getByText('Down from 2').dataset['better']).toBe('true');
  expect(screen.getByText('Up from 10').dataset['better']).toBeUndefined();
  expect(screen.getByText('Down from 50').dataset['better']).toBeUndefined();
});

it('says that older tickets are still counted, that there is nothing, and that it is not allowed', async () => {
  const first = open(() => ({ body: report({ filling: true, rows: [], total: figures() }) }));
  expect((await screen.findByRole('status')).textContent).toBe('Older tickets are still being counted. The figures grow until that is done.');
  expect(screen.getByText('Nothing happened in these days')).toBeTruthy();
  first.view.unmount();
  open(() => ({ status: 403, body: { error: { code: 'forbidden', message: 'No.' } } }));
  expect(await screen.findByText('You do not have the permission to view reports')).toBeTruthy();
});

it('sorts where no head is seen, and calls its controls by their names', async () => {
  open();
  const user = userEvent.setup();
  const table = await screen.findByRole('table');
  expect(screen.getByRole('radiogroup', { name: 'Rows by' })).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Replies');
  expect(within(table).getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Ben', 'Anna', 'Nobody known']);
});

it('says when more of what a figure counts does not load, and tries again', async () => {
  open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: '5 min. First reply, Anna: show the 4' }));
  const list = within(await screen.findByRole('dialog'));
  await list.findByRole('link', { name: '#41 Refund' });
  serve({ 'GET /api/report/performance/opened': { status: 500, body: { error: { code: 'internal', message: 'Broken.' } } } });
  await user.click(list.getByRole('button', { name: 'Show more' }));
  expect(await list.findByText('More could not be loaded')).toBeTruthy();
  expect(list.getByRole('link', { name: '#41 Refund' })).toBeTruthy();
});

it('leads admins to where it is sent by mail at regular times', async () => {
  const { router, view } = open();
  await userEvent.setup().click(await screen.findByRole('link', { name: 'By mail, regularly…' }));
  expect(router.state.location.mask?.pathname).toBe('/settings/scheduled-reports');
  expect(router.state.location.search).toBe('?tab=performance&group=agent');
  view.unmount();
  useSession.setState({ session: { ...sessionFrom(SESSION_ANSWER), isAdmin: false } });
  open();
  await screen.findByRole('table');
  expect(screen.queryByRole('link', { name: 'By mail, regularly…' })).toBeNull();
});
