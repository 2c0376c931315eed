import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../../tests/builders';
import { drawRoutes } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { permissionsOf, sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { CallReport } from './CallReport';
import type { CallFigures, CallReportAnswer } from './figures';

vi.hoisted(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-02-03T12:00:00Z') }));

const none = { count: 0, mean: null, median: null, p90: null };
const figures = (over: Partial<CallFigures> = {}): CallFigures => ({
  inbound: 0, outbound: 0, answered: 0, missed: 0, answered_in_time: 0, reached: 0, wait: none, talk: none, talk_total: 0,
  ...over,
});
// One of the inbound ones still rings.
const ALL = figures({
  inbound: 21, outbound: 4, answered: 15, missed: 5, answered_in_time: 12, reached: 3,
  wait: { count: 15, mean: 18, median: 12, p90: 95 }, talk: { count: 18, mean: 210, median: 205, p90: 3_700 }, talk_total: 3_780,
});
const report = (over: Partial<CallReportAnswer> = {}): CallReportAnswer => ({
  group: 'day', from: '2026-01-28', to: '2026-02-03', before_from: null, before_to: null, timezone: 'UTC', target_seconds: 20,
  rows: [
    { key: '2026-02-01', name: '', figures: figures({ inbound: 4, answered: 4, answered_in_time: 4 }) },
    { key: '2026-02-02', name: '', figures: figures() },
    { key: '2026-02-03', name: '', figures: figures({ inbound: 8, answered: 6, missed: 2 }) },
  ],
  total: ALL,
  total_before: null,
  ...over,
});

let queries: Record<string, string>[] = [];

beforeEach(() => {
  queries = [];
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true, timezone: 'UTC' } });
});

function open(answer: () => { status?: number; body: unknown } = () => ({ body: report() }), path = '/report/call') {
  serve({
    'GET /api/report/calls': ({ url }) => {
      queries.push(Object.fromEntries(url.searchParams));
      return answer();
    },
  });
  return drawRoutes([{ path: '*', element: <CallReport /> }], path);
}

const RANGE = { startDate: '2026-01-28', endDate: '2026-02-03' };
const DAYS = 'startDate=2026-01-28&endDate=2026-02-03';

it('tells the figures of all days, each with what it counts, and leads to their calls', async () => {
  open();
  const totals = within(await screen.findByRole('list', { name: 'All of these days' }));
  const tiles = totals.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(tiles).toEqual([
    'Inbound21',
    'Answered15',
    'Missed525% of those that ended or were answered',
    'Answered within 20 s60%12 of 20',
    'Wait12 s9 of 10 in 1 min 35 s · mean 18 s',
    'Talk3 min 25 s9 of 10 in 1 h 1 min · mean 3 min 30 s',
    'Talk in total1 h 3 min',
    'Outbound43 reached',
  ]);
  const links = totals.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(
    ['direction=inbound', 'direction=inbound&outcome=answered', 'direction=inbound&outcome=missed', 'direction=inbound&outcome=answered', 'outcome=answered', 'outcome=answered', 'direction=outbound'].map(
      (filter) => `/call?${filter}&${DAYS}`,
    ),
  );
  expect(totals.getByRole('link', { name: 'Missed, All of these days: show the 5. 5' })).toBeTruthy();
  await userEvent.setup().click(totals.getByRole('button', { name: 'What Answered within 20 s counts' }));
  expect(await screen.findByText(/of all inbound calls that ended or were answered, the share that a person took within 20 seconds/)).toBeTruthy();
  expect(queries).toEqual([{ ...RANGE, group: 'day' }]);
});

it('draws what was answered and missed on each day, and leads from a day to its calls', async () => {
  open();
  const chart = await screen.findByRole('img', { name: 'Answered and missed calls' });
  expect(document.getElementById(chart.getAttribute('aria-describedby') ?? '')?.textContent).toBe('15 answered and 5 missed, 28-01-2026 – 03-02-2026. The table below has every day.');
  const bars = [...chart.querySelectorAll<HTMLElement>('[title] > [data-figure]')].map(({ style }) => style.blockSize);
  expect(bars.map(parseFloat).map(Math.round)).toEqual([67, 0, 0, 0, 100, 33]);
  const day = within(screen.getByRole('row', { name: /^03-02-2026/ }));
  expect(day.getByRole('link', { name: '2. Missed, 03-02-2026: show the 2' }).getAttribute('href')).toBe('/call?direction=inbound&outcome=missed&startDate=2026-02-03&endDate=2026-02-03');
  expect(within(screen.getByRole('row', { name: /^02-02-2026/ })).queryByRole('link')).toBeNull();
});

it.each<[string, string, CallReportAnswer['rows'], string[], (string | null)[]]>([
  [
    'Agent',
    'agent',
    [
      { key: 'anna', name: 'Anna', figures: figures({ answered: 2, inbound: 2 }) },
      { key: '-', name: '', figures: figures({ inbound: 1, missed: 1 }) },
      { key: 'ben', name: '', figures: figures({ inbound: 3 }) },
    ],
    ['Anna', 'Nobody', 'Removed (ben)'],
    ['anna', '-', 'ben'].map((who) => `/call?direction=inbound&assignee=${who}&${DAYS}`),
  ],
  [
    'Line',
    'line',
    [
      { key: '+60312345678', name: '', figures: figures({ inbound: 2 }) },
      { key: '', name: '', figures: figures({ inbound: 1 }) },
    ],
    ['+60312345678', 'Unknown line'],
    // No filter says "unknown".
    ['%2B60312345678', '-'].map((line) => `/call?direction=inbound&did=${line}&${DAYS}`),
  ],
])('has a row for each %s, in the address and for export', async (label, group, rows, names, links) => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const { router } = open(() => ({ body: report(queries.at(-1)?.['group'] === 'day' ? {} : { group: group as 'agent', rows }) }));
  const user = userEvent.setup();
  await screen.findByRole('table');
  await user.click(screen.getByRole('radio', { name: label }));
  const table = within(await screen.findByRole('table', { name: `Figures by ${label}` }));
  expect(router.state.location.search).toBe(`?group=${group}`);
  expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(names);
  expect(table.getAllByRole('link', { name: /Inbound/ }).map((link) => link.getAttribute('href'))).toEqual(links);
  expect(screen.queryByRole('img', { name: 'Answered and missed calls' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Export for a spreadsheet (XLSX)' }));
  expect(opened.mock.calls[0]?.[0]).toBe(`/api/report/calls/export?${DAYS}&group=${group}&format=xlsx`);
  opened.mockRestore();
});

it('compares with the days before', async () => {
  const before = figures({ inbound: 30, answered: 20, missed: 2, answered_in_time: 11, wait: { count: 20, mean: 20, median: 15, p90: 40 } });
  open(() => ({ body: report(queries.at(-1)?.['compare'] === 'true' ? { before_from: '2026-01-21', before_to: '2026-01-27', total_before: before } : {}) }));
  await userEvent.setup().click(await screen.findByRole('switch', { name: 'Compare with the days before' }));
  expect(await screen.findByText('Compared with 21-01-2026 – 27-01-2026.')).toBeTruthy();
  const better = (words: string) => screen.getByText(words).dataset['better'];
  expect(['Down from 30', 'Down from 20', 'Up from 2', 'Up from 50%', 'Down from 15 s'].map(better)).toEqual([undefined, undefined, 'false', 'true', 'true']);
});

it('has the figures without a way to calls for whom these are hidden', async () => {
  const session = sessionFrom(SESSION_ANSWER);
  useSession.setState({ session: { ...session, timezone: 'UTC', permissions: permissionsOf(['view_report', 'hide_call']) } });
  open();
  const totals = within(await screen.findByRole('list', { name: 'All of these days' }));
  expect(totals.getByText('21')).toBeTruthy();
  expect(totals.queryByRole('link')).toBeNull();
});

it('says that there is nothing, what failed, and that it is not allowed', async () => {
  const first = open(() => ({ body: report({ rows: [], total: figures() }) }));
  expect(await screen.findByText('No calls in these days')).toBeTruthy();
  first.view.unmount();
  let broken = true;
  const second = open(() => (broken ? { status: 500, body: { error: { code: 'internal', message: 'Broken.' } } } : { body: report() }));
  expect(await screen.findByText('The report could not be loaded')).toBeTruthy();
  broken = false;
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table')).toBeTruthy();
  second.view.unmount();
  useSession.setState({ session: sessionFrom({ ...SESSION_ANSWER, permission: [] }) });
  open();
  expect(await screen.findByText('You do not have the permission to view reports')).toBeTruthy();
});

it('leads to the other reports that the account has', async () => {
  const first = open();
  const names = () => screen.getAllByRole('link').map(({ textContent }) => textContent);
  await waitFor(() => expect(names().slice(0, 3)).toEqual(['Summary', 'Omnichannel', 'Call Report']));
  expect(screen.getByRole('link', { name: 'Call Report' }).getAttribute('aria-current')).toBe('page');
  first.view.unmount();
  useSession.setState({ session: { ...sessionFrom({ ...SESSION_ANSWER, productDetails: ['call'] }), isAdmin: true } });
  open();
  await screen.findByRole('heading', { name: 'Call Report', level: 1 });
  expect(within(screen.getByRole('navigation', { name: 'Reports' })).getAllByRole('link')).toHaveLength(1);
});

it('leads admins to where it is sent by mail at regular times', async () => {
  const { router } = open();
  await userEvent.setup().click(await screen.findByRole('link', { name: 'By mail, regularly…' }));
  expect(router.state.location.mask?.pathname).toBe('/settings/scheduled-reports');
});
