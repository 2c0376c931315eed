import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aDashboard } from '../../tests/dashboard';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { useSession } from '../session/store';
import { setTimezone } from '../ui/dates';
import { SharedDashboard } from './SharedDashboard';

vi.mock('./DayChart', () => ({ DayChart: () => null }));

const NOW = Date.parse('2026-11-27T06:06:30Z');
const READ = 'GET /api/dashboard/shared/abc';
const MINUTE_MS = 60_000;

type Answer = { status?: number; body: unknown };
const good: Answer = { body: { name: 'Lobby screen', dashboard: aDashboard() } };
const refusal = (status: number): Answer => ({ status, body: {} });

let answer: Answer;
let isHidden = false;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], now: NOW });
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (isHidden ? 'hidden' : 'visible'));
  setTimezone('UTC');
  useSession.setState({ phase: 'out', session: null });
  answer = good;
  isHidden = false;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

async function open() {
  const { asked } = serve({ [READ]: () => answer });
  // As the workspace has it: nothing is read anew by itself.
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } });
  const view = draw(
    <QueryClientProvider client={client}>
      <SharedDashboard token="abc" groupName={(group) => group} />
    </QueryClientProvider>,
  );
  await pass(20);
  return { asked, view };
}

it('shows the name of the link, its days in words and when it was counted', async () => {
  await open();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Lobby screen');
  expect(screen.getByText('Last 3 days: 25 November 2026 – 27 November 2026')).toBeTruthy();
  expect(screen.getByText('Counted at 14:05 · days in Asia/Kuala_Lumpur')).toBeTruthy();
  expect(screen.getByRole('list', { name: 'Figures' }).textContent).toContain('1,240');
  expect(document.title).toBe('Lobby screen – Patchbay');
});

it('leads nowhere, and is kept out of search engines', async () => {
  const { view } = await open();
  expect(screen.queryByRole('link')).toBeNull();
  expect(document.querySelector<HTMLMetaElement>('meta[name="robots"]')?.content).toBe('noindex');
  view.unmount();
  expect(document.querySelector('meta[name="robots"]')).toBeNull();
});

it('says what to do where the link does not work any more, and asks no more', async () => {
  answer = refusal(404);
  const { asked } = await open();
  expect(screen.getByText('This link does not work any more')).toBeTruthy();
  expect(screen.getByText('Ask who gave it to you for a new one.')).toBeTruthy();
  expect(document.querySelector('meta[name="robots"]')).toBeTruthy();
  await pass(20 * MINUTE_MS);
  expect(asked).toHaveLength(1);
});

it('shows nothing any more once a link is revoked', async () => {
  await open();
  answer = refusal(404);
  await pass(5 * MINUTE_MS);
  expect(screen.getByText('This link does not work any more')).toBeTruthy();
  expect(screen.queryByText('Lobby screen')).toBeNull();
  expect(screen.queryByRole('list', { name: 'Figures' })).toBeNull();
});

it('says when it comes back where too many asked, and comes back then', async () => {
  answer = refusal(429);
  await open();
  expect(screen.getByRole('alert').textContent).toContain('This page tries again by itself at 06:07.');
  answer = good;
  await pass(MINUTE_MS);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Lobby screen');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('reads itself anew every five minutes', async () => {
  const { asked } = await open();
  answer = { body: { name: 'Lobby screen', dashboard: aDashboard({ opened: 1_241 }) } };
  await pass(4 * MINUTE_MS);
  expect(asked).toHaveLength(1);
  await pass(MINUTE_MS);
  expect(asked).toHaveLength(2);
  expect(screen.getByText('1,241')).toBeTruthy();
});

it('asks for nothing while nobody sees it, and at once when it is seen again', async () => {
  const { asked } = await open();
  isHidden = true;
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await pass(30 * MINUTE_MS);
  expect(asked).toHaveLength(1);
  isHidden = false;
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await pass(20);
  expect(asked).toHaveLength(2);
});

it.each([429, 500])('keeps its figures over a refresh that failed with %s, and says of when they are', async (status) => {
  await open();
  answer = refusal(status);
  await pass(5 * MINUTE_MS);
  expect(screen.getByRole('alert').textContent).toBe('Could not be refreshed. These figures are from 14:05.');
  expect(screen.getByText('1,240')).toBeTruthy();
});

it('says that it failed, and offers to try again', async () => {
  answer = refusal(500);
  await open();
  expect(screen.getByText('The dashboard could not be loaded')).toBeTruthy();
  answer = good;
  act(() => screen.getByRole('button', { name: 'Try again' }).click());
  await pass(20);
  expect(screen.getByText('Lobby screen')).toBeTruthy();
});

it('shows its shape while it is on its way', async () => {
  serve({ [READ]: () => new Promise(() => undefined) });
  draw(<SharedDashboard token="abc" groupName={(group) => group} />);
  expect(screen.queryByRole('status')).toBeNull();
  await pass(200);
  expect(screen.getByRole('status', { name: 'Loading the dashboard' })).toBeTruthy();
});
