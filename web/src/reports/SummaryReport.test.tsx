import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../tests/builders';
import { drawRoutes } from '../../tests/draw';
import { aReportRow, aSummaryPage, chooseDays, rangeField } from '../../tests/reports';
import { serve } from '../../tests/server';
import { setLanguage } from '../i18n/i18n';
import { permissionsOf, sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { setTimezone } from '../ui/dates';
import type { ReportStatus, ReportType, SummaryPage } from './model';
import { SummaryReport } from './SummaryReport';

// Before the clock of the page begins. In the zone it is the next day already.
vi.hoisted(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T16:30:00Z') }));

const ZONE = 'Asia/Kuala_Lumpur';
const TEN = ['Ticket No.', 'Title', 'Channel', 'Label', 'Status', 'Assignee', 'Department', 'Time Created', 'Time Updated', 'SLA'];
const ids = (from: number, count: number) => Array.from({ length: count }, (_, at) => from - at);

let queries: Record<string, string>[] = [];

beforeEach(() => {
  queries = [];
  setTimezone(ZONE);
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: false, permissions: permissionsOf(['view_report']) } });
});

type Page = SummaryPage | { status: number; body: unknown };

/** Draws the page, which is answered with these pages in turn; the last one goes on. */
function open(type: ReportType, status: ReportStatus, ...pages: Page[]) {
  serve({
    'GET /report/generate': ({ url }) => {
      queries.push(Object.fromEntries(url.searchParams));
      const page = pages[Math.min(queries.length, pages.length) - 1];
      return page !== undefined && 'status' in page ? page : { body: page };
    },
  });
  const element = <SummaryReport type={type} status={status} conversationPath={({ ticket_number }) => `/ticket/${ticket_number}`} />;
  return drawRoutes([{ path: '*', element }], `/report/${type}/${status}`);
}

const search = () => userEvent.click(screen.getByRole('button', { name: 'Search' }));
const headers = async () => (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent);

it('asks once, for the last seven days, when Search is pressed', async () => {
  open('ticket', '2', aSummaryPage({}));
  expect(screen.getByRole('heading', { name: 'Summary' })).toBeTruthy();
  expect(rangeField().textContent).toBe('21-11-2026 – 27-11-2026');
  expect(queries).toEqual([]);
  await search();
  expect(await screen.findByText('No tickets in this range.')).toBeTruthy();
  expect(queries).toEqual([{ token: '-', type: 'ticket', status: '2', offset: '0', startDate: '2026-11-21', endDate: '2026-11-27' }]);
});

it('asks for the days that were chosen, which may be one', async () => {
  open('livechat', '4', aSummaryPage({}));
  await chooseDays('31 October 2026', '31 October 2026');
  expect(rangeField().textContent).toBe('31-10-2026 – 31-10-2026');
  expect(rangeField().getAttribute('aria-label')).toBe('Date range: 31-10-2026 – 31-10-2026');
  await search();
  expect(await screen.findByText('No live chats in this range.')).toBeTruthy();
  expect(queries).toEqual([{ token: '-', type: 'livechat', status: '4', offset: '0', startDate: '2026-10-31', endDate: '2026-10-31' }]);
});

it('lists tickets by the day in ten columns, with names, and times of the zone', async () => {
  open('ticket', '4', { result: 'success', count: 2, data: { '01-10-2026': [aReportRow(2), aReportRow(1, { closed: 5, sla: '', label_names: [] })] } });
  await search();
  expect(await screen.findByRole('heading', { name: '01-10-2026' })).toBeTruthy();
  const table = screen.getByRole('table', { name: 'Ticket of 01-10-2026' });
  expect(await headers()).toEqual(TEN);
  const [, first, second] = within(table).getAllByRole('row');
  expect([...(first?.children ?? [])].map(({ textContent }) => textContent.trim())).toEqual([
    '1002', 'Ticket of 2', 'TELEGRAM', 'Refund', 'Open', 'Mei Ling', 'Sales', '01-10-2026 09:00', '01-10-2026 10:30', 'Met',
  ]);
  expect(screen.getByRole('link', { name: '1002' }).getAttribute('href')).toBe('/ticket/1002');
  expect([...(second?.children ?? [])].map(({ textContent }) => textContent).slice(3, 5)).toEqual(['–', '?']);
});

it('lists live chats with the rating and the reason', async () => {
  open('livechat', '3', { result: 'success', count: 1, data: { '01-10-2026': [aReportRow(1, { closed: 3, rating: 4, reason: 'Quick' })] } });
  await search();
  expect(await headers()).toEqual([...TEN, 'Rating', 'Reason']);
  expect(screen.getAllByRole('cell').slice(-2).map(({ textContent }) => textContent)).toEqual(['4', 'Quick']);
});

it('puts more into the days that are there, until a page is not full', async () => {
  open('ticket', '0', aSummaryPage({ '02-10-2026': ids(60, 10), '01-10-2026': ids(50, 20) }), aSummaryPage({ '01-10-2026': ids(31, 3), '30-09-2026': ids(28, 1) }));
  await search();
  await userEvent.click(await screen.findByRole('button', { name: 'Load More' }));
  expect(await screen.findByRole('heading', { name: '30-09-2026' })).toBeTruthy();
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(['02-10-2026', '01-10-2026', '30-09-2026']);
  // One of the three was there already.
  expect(within(screen.getByRole('table', { name: /01-10-2026/ })).getAllByRole('row')).toHaveLength(1 + 22);
  expect(queries.map(({ offset }) => offset)).toEqual(['0', '30']);
  expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull();
});

it('takes no day in the future, and the days in either order', async () => {
  open('ticket', '0', aSummaryPage({}));
  const user = userEvent.setup();
  await user.click(rangeField());
  const calendar = within(await screen.findByRole('dialog'));
  const button = (name: string) => calendar.getByRole<HTMLButtonElement>('button', { name });
  expect([button('27 November 2026'), button('28 November 2026'), button('30 November 2026'), button('Next month')].map(({ disabled }) => disabled)).toEqual([
    false, true, true, true,
  ]);
  await user.click(button('28 November 2026'));
  expect(rangeField().textContent).toBe('21-11-2026 – 27-11-2026');
  await user.click(button('27 November 2026'));
  expect(button('27 November 2026').getAttribute('aria-pressed')).toBe('true');
  await user.click(button('25 November 2026'));
  expect(rangeField().textContent).toBe('25-11-2026 – 27-11-2026');
});

it('keeps the days when only the first one was chosen', async () => {
  open('ticket', '0', aSummaryPage({}));
  const user = userEvent.setup();
  for (const leave of [() => user.keyboard('{Escape}'), () => user.click(rangeField())]) {
    await user.click(rangeField());
    await user.click(await screen.findByRole('button', { name: '25 November 2026' }));
    await leave();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(rangeField().textContent).toBe('21-11-2026 – 27-11-2026');
  }
  await search();
  await vi.waitFor(() => expect(queries.at(-1)).toMatchObject({ startDate: '2026-11-21', endDate: '2026-11-27' }));
});

it('takes days from the keyboard, and has the focus back', async () => {
  open('ticket', '0', aSummaryPage({}));
  const user = userEvent.setup();
  act(() => screen.getByLabelText('Status').focus());
  await user.tab();
  expect(document.activeElement).toBe(rangeField());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('21 November 2026'));
  await user.keyboard('{ArrowRight}{Enter}{ArrowRight}{ArrowRight}{ArrowRight}{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(rangeField()));
  expect(rangeField().textContent).toBe('22-11-2026 – 25-11-2026');
  expect(queries).toEqual([]);
});

it('says so when today became an earlier day, and neither asks nor exports', async () => {
  open('ticket', '0', aSummaryPage({}));
  act(() => {
    setTimezone('America/New_York');
    useSession.setState(({ session }) => ({ session: session && { ...session, timezone: 'America/New_York' } }));
  });
  expect(await screen.findByText('Choose today or an earlier day.')).toBeTruthy();
  await search();
  expect(document.activeElement).toBe(rangeField());
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export' }).disabled).toBe(true);
  expect(queries).toEqual([]);
});

it.each([
  ['en', 'Date range', 'November 2026', 'Su', '21 November 2026'],
  ['ms', 'Julat tarikh', 'November 2026', 'Is', '21 November 2026'],
  ['zh', '日期范围', '2026年11月', '一', '2026年11月21日'],
] as const)('has a calendar in %s', async (language, label, month, weekday, day) => {
  await act(() => setLanguage(language));
  try {
    open('ticket', '0', aSummaryPage({}));
    await userEvent.click(screen.getByLabelText(label));
    const calendar = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(calendar.getAllByRole('columnheader')[0]?.textContent).toBe(weekday));
    expect(calendar.getByRole('button', { name: month })).toBeTruthy();
    expect(calendar.getByRole('button', { name: day })).toBeTruthy();
  } finally {
    await act(() => setLanguage('en'));
  }
});

it('stays silent when nothing comes, and searches again', async () => {
  open('ticket', '0', { status: 503, body: {} }, { status: 500, body: {} }, aSummaryPage({ '01-10-2026': [1] }));
  await search();
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  await search();
  expect(await screen.findByRole('table')).toBeTruthy();
  expect(queries).toHaveLength(3);
});

it('keeps what is there when more does not come', async () => {
  open('ticket', '0', aSummaryPage({ '01-10-2026': ids(30, 30) }), { status: 503, body: {} }, aSummaryPage({}));
  await search();
  await userEvent.click(await screen.findByRole('button', { name: 'Load More' }));
  await vi.waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Load More' }).disabled).toBe(false));
  expect(screen.getAllByRole('row')).toHaveLength(31);
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Load More' }));
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull());
  expect(queries.map(({ offset }) => offset)).toEqual(['0', '30', '30']);
});

it('shows at a day what the server has against it', async () => {
  const refused = { error: { code: 'invalid', message: 'No.', fields: { startDate: 'A report covers at most ten years.' } } };
  open('ticket', '0', { status: 422, body: refused });
  await search();
  expect(await screen.findByText('A report covers at most ten years.')).toBeTruthy();
});

it('opens the rows as a table in a new window', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  open('livechat', '3', aSummaryPage({}));
  await chooseDays('1 January 2026', '31 January 2026');
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  const address = '/report/export/-?startDate=2026-01-01&endDate=2026-01-31&step=24&type=livechat&status=3';
  expect(opened.mock.calls).toEqual([[address, '_blank', 'noopener']]);
});

it('changes the address with the type and the status', async () => {
  const { router } = open('ticket', '0', aSummaryPage({}));
  const user = userEvent.setup();
  const choices = (label: string) => [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ text }) => text);
  expect([choices('Type'), choices('Status')]).toEqual([['Ticket', 'Live chat'], ['All', 'Open', 'Pending', 'Resolved', 'Closed']]);
  await user.selectOptions(screen.getByLabelText('Status'), 'Closed');
  expect(router.state.location.pathname).toBe('/report/ticket/3');
  await user.selectOptions(screen.getByLabelText('Type'), 'Live chat');
  expect(router.state.location.pathname).toBe('/report/livechat/0');
});

it('is for whoever may view reports', async () => {
  open('ticket', '0', { status: 403, body: {} });
  await search();
  expect(await screen.findByText('You do not have the permission to view reports')).toBeTruthy();
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: false, permissions: permissionsOf([]) } });
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Search' })).toBeNull());
  expect(screen.getByText('You do not have the permission to view reports')).toBeTruthy();
});
