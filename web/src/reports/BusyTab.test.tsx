import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../tests/builders';
import { drawRoutes } from '../../tests/draw';
import { serve } from '../../tests/server';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { OmnichannelReport } from './OmnichannelReport';

vi.hoisted(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-02-03T12:00:00Z') }));

/** Twelve Mondays and no Sunday. */
const ANSWER = {
  days: [12, 12, 12, 12, 12, 12, 0],
  hours: [
    { weekday: 0, hour: 10, count: 149 },
    { weekday: 2, hour: 23, count: 30 },
  ],
  total: 179,
};
const PATH = '/report/omnichannel?tab=busy';
const AVERAGE = 'Opened by weekday and hour, on average per day';

let queries: Record<string, string>[] = [];

beforeEach(() => {
  queries = [];
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true, timezone: 'Asia/Kuala_Lumpur' } });
});

function open(path = PATH, answer: (times: number) => { status?: number; body: unknown } = () => ({ body: ANSWER })) {
  serve({
    'GET /api/report/busy_hours': ({ url }) => {
      queries.push(Object.fromEntries(url.searchParams));
      return answer(queries.length);
    },
  });
  return drawRoutes([{ path: '*', element: <OmnichannelReport /> }], path);
}

/** The figures of a row: 24 hours, and its sum. */
const figuresOf = (table: HTMLElement, row: string) => within(within(table).getByRole('row', { name: new RegExp(`^${row}`) })).getAllByRole('cell').map(({ textContent }) => textContent);

it('shows the average of each hour of the week', async () => {
  open();
  const table = await screen.findByRole('table', { name: AVERAGE });
  expect(queries).toEqual([{ startDate: '2026-01-28', endDate: '2026-02-03' }]);
  expect(within(table).getAllByRole('columnheader')).toHaveLength(26);
  expect(within(table).getByRole('columnheader', { name: '10:00–11:00' })).toBeTruthy();
  // The week of English begins on Sunday.
  expect(within(table).getAllByRole('rowheader').map(({ textContent }) => textContent.replace(/day.*/, ''))).toEqual(['Sun', 'Mon', 'Tues', 'Wednes', 'Thurs', 'Fri', 'Satur', 'All ']);
  const monday = figuresOf(table, 'Monday');
  expect([monday.length, monday[9], monday[10], monday[24]]).toEqual([25, '0', '12', '12']);
  expect(figuresOf(table, 'Wednesday').slice(22)).toEqual(['0', '2.5', '2.5']);
  expect(new Set(figuresOf(table, 'Sunday'))).toEqual(new Set(['–']));
  const all = figuresOf(table, 'All days');
  expect([all[10], all[23], all[24]]).toEqual(['2.1', '0.4', '2.5']);
  expect(screen.getByText('Busiest: Monday 10:00–11:00, 12.4 a day')).toBeTruthy();
  expect(screen.getByText('Hours are in the time zone Asia/Kuala_Lumpur.')).toBeTruthy();
});

it('colours by the share of the highest', async () => {
  open();
  const table = await screen.findByRole('table');
  const steps = [...table.querySelectorAll<HTMLElement>('[data-step]')].map(({ dataset }) => dataset['step']).filter((step) => step !== '0');
  expect(steps).toEqual(['5', '2']);
  expect(screen.getByRole('region', { name: AVERAGE }).tabIndex).toBe(0);
});

it('changes to totals, which stands in the address', async () => {
  const { router } = open();
  await screen.findByRole('table');
  await userEvent.click(screen.getByRole('radio', { name: 'Total' }));
  const table = screen.getByRole('table', { name: 'Opened by weekday and hour, in all' });
  expect([figuresOf(table, 'Monday')[10], figuresOf(table, 'All days')[24]]).toEqual(['149', '179']);
  expect(screen.getByText('Busiest: Monday 10:00–11:00, 149 in all')).toBeTruthy();
  expect(router.state.location.search).toBe('?tab=busy&figures=total');
  expect(queries).toHaveLength(1);
  await userEvent.click(screen.getByRole('radio', { name: 'Average per day' }));
  expect(router.state.location.search).toBe('?tab=busy');
});

it('counts one kind alone, which stands in the address', async () => {
  const { router } = open();
  await screen.findByRole('table');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Both' }).checked).toBe(true);
  await userEvent.click(screen.getByRole('radio', { name: 'Live chats' }));
  await vi.waitFor(() => expect(queries.at(-1)).toEqual({ startDate: '2026-01-28', endDate: '2026-02-03', type: 'livechat' }));
  expect(router.state.location.search).toBe('?tab=busy&type=livechat');
});

it('begins with what the address says', async () => {
  open(`${PATH}&type=ticket&figures=total`);
  await screen.findByRole('table', { name: 'Opened by weekday and hour, in all' });
  expect(queries.map(({ type }) => type)).toEqual(['ticket']);
});

it('counts three hours in one on a phone, and in UTC for whoever chose no zone', async () => {
  const media = vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ matches: query === '(max-width: 767px)', addEventListener: () => undefined, removeEventListener: () => undefined }) as unknown as MediaQueryList);
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true, timezone: '' } });
  open();
  const table = await screen.findByRole('table');
  media.mockRestore();
  expect(within(table).getByRole('columnheader', { name: '09:00–12:00' }).textContent).toContain('09–12');
  expect(figuresOf(table, 'Wednesday')).toEqual(['0', '0', '0', '0', '0', '0', '0', '2.5', '2.5']);
  expect(screen.getByText('Hours are in the time zone UTC.')).toBeTruthy();
});

it('says so when nothing was opened', async () => {
  open(PATH, () => ({ body: { days: [1, 1, 1, 1, 1, 1, 1], hours: [], total: 0 } }));
  expect(await screen.findByText('Nothing was opened in this range.')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

it('says why it failed, and tries again', async () => {
  const refused = { error: { code: 'invalid', message: 'Check the fields.', fields: { startDate: 'A report covers at most ten years.' } } };
  open(PATH, (times) => (times === 1 ? { status: 422, body: refused } : { body: ANSWER }));
  expect(await screen.findByText('A report covers at most ten years.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table')).toBeTruthy();
});

it('is for whoever may view reports', async () => {
  open(PATH, () => ({ status: 403, body: {} }));
  expect(await screen.findByText('You do not have the permission to view reports')).toBeTruthy();
});
