import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../tests/builders';
import { drawRoutes } from '../../tests/draw';
import { chooseDays } from '../../tests/reports';
import { serve } from '../../tests/server';
import { permissionsOf, sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { setTimezone } from '../ui/dates';
import { OmnichannelReport } from './OmnichannelReport';

// Before the clock of the page begins. In the zone it is the next day already.
vi.hoisted(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-02-03T16:30:00Z') }));

const ZONE = 'Asia/Kuala_Lumpur';
/** Midnight in the zone. */
const DAY = Date.parse('2026-09-30T16:00:00Z') / 1_000;

const COUNTS = [
  { ts: DAY, group: 'email', count: 3 },
  { ts: DAY, group: 'livechat', count: 2 },
  { ts: DAY + 86_400, group: 'call', count: 4 },
  { ts: DAY + 86_400, group: 'email', count: 1 },
];
const AUX = [
  { user_id: 1, username: 'mei', name: 'Mei Ling', statuses: [{ code: 'c1', alternate: 'Training', seconds: 59 }, { code: 'AWAY', alternate: '', seconds: 3_661 }] },
  { user_id: 2, username: 'raj', name: '', statuses: [{ code: 'AWAY', alternate: '', seconds: 90_000 }] },
];
const CSAT = { result: 'success', data: [1, 2, 3, 4, 5].map((rating) => ({ rating, count: rating === 4 ? 3 : rating === 1 ? 1 : 0 })), average: 3.25 };

let queries: Record<string, string>[] = [];

beforeEach(() => {
  queries = [];
  setTimezone(ZONE);
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true } });
});

function open(path: string, answers: Record<string, Parameters<typeof serve>[0][string]> = {}) {
  const asked = serve({
    'GET /api/report/interval': ({ url }) => {
      queries.push(Object.fromEntries(url.searchParams));
      return { body: { result: 'success', data: COUNTS } };
    },
    'GET /api/report/aux': { body: { result: 'success', data: AUX } },
    'GET /api/report/csat': { body: CSAT },
    ...answers,
  });
  return { ...drawRoutes([{ path: '*', element: <OmnichannelReport /> }], path), ...asked };
}

const rowsOf = (table: HTMLElement) => within(table).getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent));

it('counts by days first, with the sums below', async () => {
  open('/report/omnichannel');
  const table = await screen.findByRole('table', { name: 'Tickets opened by interval and group' });
  expect(queries).toEqual([{ startDate: '2026-01-29', endDate: '2026-02-04', interval: '24' }]);
  expect(rowsOf(table)).toEqual([
    ['Day', 'Email', 'Chatbot', 'Live chat', 'Social media', 'Mobile messaging', 'Others', 'Total'],
    ['01-10-2026', '3', '0', '2', '0', '0', '0', '5'],
    ['02-10-2026', '1', '0', '0', '0', '0', '4', '5'],
    ['Total', '4', '0', '2', '0', '0', '4', '10'],
  ]);
  const chart = screen.getByRole('img', { name: 'Tickets by interval and group' });
  expect(document.getElementById(chart.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(/^10 tickets .* at most 5 .* in 01-10-2026\./);
  expect(within(screen.getByRole('list', { name: 'Groups' })).getAllByRole('listitem')).toHaveLength(6);
});

it('counts by shorter intervals, and exports what is chosen', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  open('/report/omnichannel');
  const user = userEvent.setup();
  const choice = screen.getByLabelText<HTMLSelectElement>('Length of an interval');
  expect([...choice.options].map(({ text, value }) => [text, value])).toEqual([['15 minutes', '15'], ['30 minutes', '30'], ['1 hour', '1'], ['Day', '24']]);
  expect(choice.value).toBe('24');
  await user.selectOptions(choice, '30 minutes');
  expect(await screen.findByText('01-10-2026 00:00')).toBeTruthy();
  await chooseDays('1 January 2026', '2 January 2026');
  expect(queries).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Search' }));
  await vi.waitFor(() => expect(queries.at(-1)).toEqual({ startDate: '2026-01-01', endDate: '2026-01-02', interval: '30' }));
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(screen.getByRole('button', { name: 'Export for a spreadsheet (XLSX)' }));
  const table = '/report/export/-?startDate=2026-01-01&endDate=2026-01-02&step=30';
  expect(opened.mock.calls).toEqual([[table, '_blank', 'noopener'], [`${table}&format=xlsx`, '_blank', 'noopener']]);
});

it('keeps the days that were searched in its address, over its tabs', async () => {
  const { router } = open('/report/omnichannel?from=2026-01-05&to=2026-01-06');
  await vi.waitFor(() => expect(queries).toEqual([{ startDate: '2026-01-05', endDate: '2026-01-06', interval: '24' }]));
  await chooseDays('1 January 2026', '2 January 2026');
  expect(router.state.location.search).toBe('?from=2026-01-05&to=2026-01-06');
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Search' }));
  await vi.waitFor(() => expect(queries.at(-1)).toMatchObject({ startDate: '2026-01-01', endDate: '2026-01-02' }));
  await user.click(screen.getByRole('tab', { name: 'CSAT' }));
  expect(router.state.location.search).toBe('?from=2026-01-01&to=2026-01-02&tab=csat');
});

it.each(['from=2026-02-03&to=2026-02-30', 'from=2026-02-03&to=2026-02-01', 'from=2026-02-03&to=2026-02-05', 'from=2026-02-03', 'from=x&to=y'])(
  'counts the usual days where an address asks for none there are: %s',
  async (search) => {
    open(`/report/omnichannel?${search}`);
    await vi.waitFor(() => expect(queries).toEqual([{ startDate: '2026-01-29', endDate: '2026-02-04', interval: '24' }]));
  },
);

it('asks again for the same days when Search is pressed', async () => {
  open('/report/omnichannel');
  await screen.findByRole('table');
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  await vi.waitFor(() => expect(queries).toHaveLength(2));
});

/** The bars of a chart with how wide they are, and what is said instead of them. */
function chartOf(name: string) {
  const chart = screen.getByRole('img', { name });
  const bars = [...chart.querySelectorAll('[data-bar]')].map((bar) => [bar.textContent, bar.querySelector<HTMLElement>('[style]')?.style.inlineSize]);
  return { bars, text: document.getElementById(chart.getAttribute('aria-describedby') ?? '')?.textContent };
}

it('draws a bar for each person above the table', async () => {
  open('/report/omnichannel?tab=aux');
  await screen.findByRole('table', { name: /^Time in each status/ });
  const { bars, text } = chartOf('Time by agent');
  expect(bars.map(([words]) => words)).toEqual(['Mei Ling1:02:00', 'raj25:00:00']);
  expect(bars.map(([, width]) => Math.round(parseFloat(width ?? '')))).toEqual([4, 100]);
  expect(text).toBe('26:02:00 in all, the longest 25:00:00 of raj. The table below has every number.');
});

it('draws a bar for each rating, the best first', async () => {
  open('/report/omnichannel?tab=csat');
  await screen.findByRole('table', { name: 'How often each rating was given' });
  const { bars, text } = chartOf('Times by rating');
  expect(bars.map(([words]) => words)).toEqual(['50', '43', '30', '20', '11']);
  expect(bars.map(([, width]) => Math.round(parseFloat(width ?? '')))).toEqual([0, 100, 0, 0, 33]);
  expect(text).toBe('4 ratings, most often 4, which was given 3 times. The table below has every number.');
});

it('tells how long people were in each status', async () => {
  const { router } = open('/report/omnichannel');
  await userEvent.click(screen.getByRole('tab', { name: 'Aux' }));
  expect(router.state.location.search).toBe('?tab=aux');
  expect(rowsOf(await screen.findByRole('table', { name: /^Time in each status/ }))).toEqual([
    ['Agent', 'Away', 'Training', 'Total'],
    ['Mei Ling', '1:01:01', '0:00:59', '1:02:00'],
    ['raj', '25:00:00', '0:00:00', '25:00:00'],
    ['Total', '26:01:01', '0:00:59', '26:02:00'],
  ]);
});

it('tells what customers rated', async () => {
  open('/report/omnichannel?tab=csat');
  const table = await screen.findByRole('table', { name: 'How often each rating was given' });
  expect(screen.getByText('3.25 of 5')).toBeTruthy();
  expect(rowsOf(table).slice(0, 3)).toEqual([['Rating', 'Times', 'Share'], ['5', '0', '0%'], ['4', '3', '75%']]);
  expect(rowsOf(table).at(-1)).toEqual(['Total', '4', '100%']);
});

it.each([
  ['interval', 'No tickets in this range.'],
  ['aux', 'Nobody was anything but online in this range.'],
  ['csat', 'Nobody gave a rating in this range.'],
])('says so when %s has nothing', async (tab, text) => {
  const nothing = { body: { result: 'success', data: [], average: null } };
  open(`/report/omnichannel?tab=${tab}`, { [`GET /api/report/${tab}`]: nothing });
  expect(await screen.findByText(text)).toBeTruthy();
});

it('says why it failed, and tries again', async () => {
  let times = 0;
  const refused = { error: { code: 'invalid', message: 'Check the fields.', fields: { interval: 'A range has at most 1000 intervals.' } } };
  open('/report/omnichannel', { 'GET /api/report/interval': () => (++times === 1 ? { status: 422, body: refused } : { body: { result: 'success', data: COUNTS } }) });
  expect(await screen.findByText('The report could not be loaded')).toBeTruthy();
  expect(screen.getByText('A range has at most 1000 intervals.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table')).toBeTruthy();
});

it('is for whoever may view reports', async () => {
  open('/report/omnichannel', { 'GET /api/report/interval': { status: 403, body: {} } });
  expect(await screen.findByText('You do not have the permission to view reports')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Search' })).toBeTruthy();
});

it('asks for nothing without the permission', () => {
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: false, permissions: permissionsOf([]) } });
  const { asked } = open('/report/omnichannel');
  expect(screen.getByText('You do not have the permission to view reports')).toBeTruthy();
  expect(screen.queryByRole('tab')).toBeNull();
  expect(asked).toEqual([]);
});
