import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../tests/builders';
import { aDashboard, anEmptyDashboard } from '../../tests/dashboard';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { DashboardRoom } from './DashboardRoom';
import type { DashboardDesk } from './desk';
import type { DashboardRange } from './model';

vi.mock('./DayChart', () => ({ DayChart: () => null }));

const READ = 'GET /api/dashboard';

/** Stands in for the reports' field of days. */
let wanted: DashboardRange;
const desk: DashboardDesk = {
  today: '2026-11-27',
  links: { status: () => null, open: null },
  groupName: (group) => group,
  rangeField: ({ range, today, onRange, error }) => (
    <>
      <button type="button" onClick={() => onRange(wanted)}>{`${range.start} ${range.end} until ${today}`}</button>
      <em>{error}</em>
    </>
  ),
};

type Route = Parameters<typeof serve>[0][string];

let queries: Record<string, string>[];

function open(answer: Route = { body: aDashboard() }, type: 'admin' | 'agent' = 'agent') {
  useSession.setState({ phase: 'in', session: sessionFrom({ ...SESSION_ANSWER, type: type }) });
  serve({
    [READ]: (request) => {
      queries.push(Object.fromEntries(request.url.searchParams));
      return typeof answer === 'function' ? answer(request) : answer;
    },
    'GET /api/dashboard/shares': { body: { shares: [] } },
  });
  draw(<DashboardRoom desk={desk} />);
  return userEvent.setup();
}

const figures = () => screen.findByRole('list', { name: 'Figures' });
const days = () => screen.getByRole('group', { name: 'Days of the dashboard' });
const chosen = () => within(days()).getAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked)?.value;

beforeEach(() => {
  queries = [];
  wanted = { start: '2026-10-01', end: '2026-10-31' };
});

it('is of the last 30 days, and says when and where it was counted', async () => {
  open();
  await figures();
  expect(queries).toEqual([{ startDate: '2026-10-29', endDate: '2026-11-27' }]);
  expect(chosen()).toBe('30');
  expect(screen.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy();
  expect(screen.getByText('Counted at 14:05 · days in Asia/Kuala_Lumpur')).toBeTruthy();
});

it('is of the days that are chosen', async () => {
  const user = open();
  await figures();
  await user.click(screen.getByRole('radio', { name: '7 days' }));
  await waitFor(() => expect(queries.at(-1)).toEqual({ startDate: '2026-11-21', endDate: '2026-11-27' }));
  await user.click(screen.getByRole('button', { name: '2026-11-21 2026-11-27 until 2026-11-27' }));
  await waitFor(() => expect(queries.at(-1)).toEqual({ startDate: '2026-10-01', endDate: '2026-10-31' }));
  expect(chosen()).toBeUndefined();
  await user.click(screen.getByRole('radio', { name: '90 days' }));
  await waitFor(() => expect(queries.at(-1)).toEqual({ startDate: '2026-08-30', endDate: '2026-11-27' }));
  expect(chosen()).toBe('90');
});

it('keeps what is there, as busy, until other days are counted', async () => {
  let answer: (body: { body: unknown }) => void = () => undefined;
  const user = open(() => (queries.length === 1 ? { body: aDashboard() } : new Promise((done) => (answer = done))));
  await figures();
  await user.click(screen.getByRole('radio', { name: '7 days' }));
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')?.textContent).toContain('1,240'));
  answer({ body: aDashboard({ opened: 77 }) });
  expect(await screen.findByText('77')).toBeTruthy();
  expect(document.querySelector('[aria-busy="true"]')).toBeNull();
});

it.each([
  ['too long', { start: '2025-11-26', end: '2026-11-27' }, 'Choose at most 366 days.'],
  ['ahead', { start: '2026-11-27', end: '2026-11-28' }, 'Choose today or an earlier day.'],
])('does not ask for days that are %s', async (_, range, text) => {
  wanted = range;
  const user = open();
  await figures();
  await user.click(screen.getByRole('button', { name: /until/ }));
  expect(screen.getByText(text)).toBeTruthy();
  expect(queries).toHaveLength(1);
});

it('says what the server has against the days, at the field and in the place of the figures', async () => {
  const refused = { error: { code: 'invalid', message: 'Check the fields.', fields: { startDate: 'At most 366 days.' } } };
  open({ status: 422, body: refused });
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.getAllByText('At most 366 days.').map(({ tagName }) => tagName)).toEqual(['EM', 'P']);
});

it('shows its shape while it is on its way', async () => {
  open(() => new Promise(() => undefined));
  expect(screen.queryByRole('status')).toBeNull();
  expect(await screen.findByRole('status', { name: 'Loading the dashboard' })).toBeTruthy();
});

it('says that it failed, and tries again', async () => {
  let status = 500;
  const user = open(() => ({ status, body: status === 200 ? aDashboard() : {} }));
  expect(await screen.findByText('The dashboard could not be loaded')).toBeTruthy();
  status = 200;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await figures();
  expect(screen.queryByText('The dashboard could not be loaded')).toBeNull();
});

it('keeps its figures over a refresh that failed, and says of when they are', async () => {
  let status = 200;
  const user = open(() => ({ status, body: status === 200 ? aDashboard() : {} }));
  await figures();
  status = 500;
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Could not be refreshed. These figures are from 14:05.');
  expect(screen.getByText('1,240')).toBeTruthy();
});

it('says so to who may no longer view reports', async () => {
  open({ status: 403, body: {} });
  expect(await screen.findByText('You do not have the permission to view reports')).toBeTruthy();
  expect(screen.queryByText('The dashboard could not be loaded')).toBeNull();
});

it('says what will stand here where nothing was counted', async () => {
  open({ body: anEmptyDashboard() });
  expect(await screen.findByText('Nothing to count yet')).toBeTruthy();
});

it('is shared by admins', async () => {
  const user = open(undefined, 'admin');
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  expect(await screen.findByRole('dialog', { name: 'Share the dashboard' })).toBeTruthy();
});

it('is shared by nobody else', async () => {
  open();
  await figures();
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
});
