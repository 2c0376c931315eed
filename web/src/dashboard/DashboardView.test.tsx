import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { aDashboard, anEmptyDashboard } from '../../tests/dashboard';
import { drawRoutes } from '../../tests/draw';
import { DashboardView } from './DashboardView';
import type { DashboardLinks } from './desk';
import type { Dashboard } from './types';

// The library loads in browsers only; what it is given is what it draws.
vi.mock('@mantine/charts', () => ({ LineChart: ({ data, series, withDots }: object & Record<string, unknown>) => <code>{JSON.stringify({ data, series, withDots })}</code> }));

const links: DashboardLinks = { status: (status, { start, end }) => `/list/${status}?days=${start},${end}`, open: '/list' };

function open(dashboard: Dashboard = aDashboard(), withLinks: DashboardLinks | null = links) {
  const view = <DashboardView dashboard={dashboard} groupName={(group) => `<${group}>`} {...(withLinks === null ? {} : { links: withLinks })} />;
  const { router } = drawRoutes([{ path: '/', element: view }, { path: '*', element: null }], '/');
  return { router, user: userEvent.setup() };
}

/** Each figure as its name, value and what stands below. */
function figures(): string[][] {
  return within(screen.getByRole('list', { name: 'Figures' }))
    .getAllByRole('listitem')
    .map((figure) => [...figure.children].map(({ textContent }) => textContent));
}

const part = (name: string) => within(screen.getByRole('region', { name }));
const rows = (name: string) => part(name).getAllByRole('listitem').map(({ textContent }) => textContent);

it('has five figures, with the change against the days before in words', () => {
  open();
  expect(figures()).toEqual([
    ['Opened', '1,240', 'Up 40 from 1,200 in the 3 days before'],
    ['Resolved', '31', 'Down 7 from 38 in the 3 days before'],
    ['Open now', '21', 'At 14:05'],
    ['First reply', '1 h 30 min', 'Median'],
    ['Average rating', '3.25 of 5', '4 ratings'],
  ]);
});

it('tells up, down and the same by their shapes as well', () => {
  open(aDashboard({ resolved_before: 31 }));
  const marks = screen.getAllByText(/days before$/).map((words) => [...(words.parentElement?.querySelector('svg')?.classList ?? [])].find((name) => name.startsWith('tabler-icon-')));
  expect(marks).toEqual(['tabler-icon-arrow-up-right', 'tabler-icon-equal']);
  expect(screen.getByText('The same as in the 3 days before')).toBeTruthy();
});

it('compares a single day with the day before', () => {
  open(aDashboard({ by_day: [{ day: '2026-11-27', opened: 5, resolved: 1 }], opened: 5, opened_before: 6 }));
  expect(figures()[0]).toEqual(['Opened', '5', 'Down 1 from 6 on the day before']);
});

it('says why there is no value', () => {
  open(aDashboard({ first_reply_seconds: null, rating_average: null, ratings: anEmptyDashboard().ratings, by_channel: [] }));
  expect(figures().slice(3)).toEqual([
    ['First reply', '—', 'Nothing opened in these days has a reply yet.'],
    ['Average rating', '—', 'Nobody gave a rating in these days.'],
  ]);
  expect(part('Ratings').getByText('Nobody gave a rating in these days.')).toBeTruthy();
  expect(part('By channel').getByText('Nothing was opened in these days.')).toBeTruthy();
});

it('keeps a zero a number', () => {
  open(aDashboard({ first_reply_seconds: 0, resolved: 0 }));
  expect(figures()[1]?.[1]).toBe('0');
  expect(figures()[3]?.[1]).toBe('0 s');
});

it('explains each figure to whoever asks with the keys', async () => {
  const { user } = open();
  const help = screen.getByRole('button', { name: 'What “First reply” counts' });
  help.focus();
  await user.keyboard('{Enter}');
  const bubble = await screen.findByRole('dialog');
  expect(bubble.textContent).toMatch(/^The time from opening to the first reply/);
  expect(help.getAttribute('aria-expanded')).toBe('true');
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(help);
  expect(screen.getAllByRole('button', { name: /^What “.+” counts$/ })).toHaveLength(5);
});

it('leads from a status to its list, and says where one came from', async () => {
  const { router, user } = open();
  const found = part('By status').getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(found).toEqual([
    ['Open 12', '/list/0?days=2026-11-25,2026-11-27'],
    ['Pending 3', '/list/1?days=2026-11-25,2026-11-27'],
    ['Resolved 6', '/list/2?days=2026-11-25,2026-11-27'],
    ['Closed 0', '/list/3?days=2026-11-25,2026-11-27'],
  ]);
  expect(screen.getByRole('link', { name: 'Open now' }).getAttribute('href')).toBe('/list');
  await user.click(part('By status').getByRole('link', { name: 'Resolved 6' }));
  expect(router.state.location.pathname).toBe('/list/2');
  expect(router.state.location.state).toEqual({ from: 'dashboard' });
});

it.each([
  ['without links', null],
  ['where there are no lists', { status: () => null, open: null }],
])('leads nowhere %s, and has the same numbers', (_, none) => {
  open(aDashboard(), none);
  expect(screen.queryByRole('link')).toBeNull();
  expect(rows('By status')).toEqual(['Open 12', 'Pending 3', 'Resolved 6', 'Closed 0']);
});

it('has the channels as they came, and the best rating first', () => {
  open();
  expect(rows('By channel')).toEqual(['<social_media> 15', '<email> 4', '<fax> 1']);
  expect(rows('Ratings')).toEqual(['5 of 5 0', '4 of 5 3', '3 of 5 0', '2 of 5 0', '1 of 5 1']);
});

it('draws bars against the longest one', () => {
  open();
  const bars = [...document.querySelectorAll<HTMLElement>('ul[aria-label="By status"] span[style]')];
  expect(bars.map(({ style }) => style.inlineSize)).toEqual(['100%', '25%', '50%', '0%']);
});

it('tells the days as a picture with its sentence, or as a table', async () => {
  const { user } = open();
  const days = part('Opened and resolved by day');
  const chart = days.getByRole('img', { name: 'Opened and resolved by day' });
  const text = document.getElementById(chart.getAttribute('aria-describedby') ?? '')?.textContent;
  expect(text).toBe('1,240 opened and 31 resolved from 25-11-2026 to 27-11-2026. Most were opened on 26-11-2026: 9. “Show table” has every number.');
  await user.click(days.getByRole('button', { name: 'Show table' }));
  const table = days.getByRole('table', { name: 'Opened and resolved on each day' });
  expect(within(table).getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Day', 'Opened', 'Resolved'],
    ['25-11-2026', '2', '1'],
    ['26-11-2026', '9', '0'],
    ['27-11-2026', '0', '4'],
  ]);
  expect(days.queryByRole('img')).toBeNull();
  await user.click(days.getByRole('button', { name: 'Show chart' }));
  expect(days.getByRole('img')).toBeTruthy();
});

it('draws every day, in two lines that differ by their strokes', async () => {
  open();
  const chart = screen.getByRole('img', { name: 'Opened and resolved by day' });
  await expect.poll(() => chart.querySelector('code')).toBeTruthy();
  const { data, series, withDots } = JSON.parse(chart.textContent) as { data: object[]; series: { name: string; label: string; strokeDasharray?: string }[]; withDots: boolean };
  expect(data).toEqual([
    { day: '25-11-2026', opened: 2, resolved: 1 },
    { day: '26-11-2026', opened: 9, resolved: 0 },
    { day: '27-11-2026', opened: 0, resolved: 4 },
  ]);
  expect(series.map(({ label, strokeDasharray }) => [label, strokeDasharray !== undefined])).toEqual([
    ['Opened', false],
    ['Resolved', true],
  ]);
  expect(withDots).toBe(true);
});

it.each([
  ['for whoever is signed in', links, /Choose a longer range, or connect a channel\.$/],
  ['on a shared page', null, /with the first ticket\.$/],
])('says what will stand here while there is nothing, %s', (_, withLinks, text) => {
  open(anEmptyDashboard(), withLinks);
  expect(screen.getByRole('heading', { name: 'Nothing to count yet' })).toBeTruthy();
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.queryByRole('list')).toBeNull();
});
