import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../tests/builders';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { applyEvent } from '../realtime/apply';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { Checklist, type StepWays } from './Checklist';

const DAY_MS = 86_400_000;

/** How many the desk has of each. */
let has = { users: 1, channels: 0, tickets: 0, hours: 0, labels: 0 };
let age = 1;
const openUsers = vi.fn();
const onHidden = vi.fn();
const WAYS: StepWays = { channel: '/channels', colleague: openUsers, message: () => undefined, hours: () => undefined, label: () => undefined };

function open({ isAdmin = true, ways = WAYS, username = 'mei' } = {}) {
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin, username } });
  const some = (n: number) => Array.from({ length: n }, (_, id) => ({ id }));
  const core = serve({
    'GET /api/users': () => ({ body: { data: [{ created_at: Date.now() - age * DAY_MS }], more: false, total: has.users } }),
    'GET /api/channels': () => ({ body: some(has.channels) }),
    'GET /api/ticket/load/-/all/ticket/0': () => ({ body: { data: [], count: has.tickets, countMore: false, status: 'success' } }),
    'GET /api/hours': () => ({ body: some(has.hours) }),
    'GET /api/label/get': () => ({ body: some(has.labels) }),
  });
  return { ...draw(<Checklist ways={ways} onHidden={onHidden} />), core, user: userEvent.setup() };
}

const region = () => screen.findByRole('region', { name: 'Set up your desk' });
const gone = () => waitFor(() => expect(screen.queryByRole('region')).toBeNull());

beforeEach(() => {
  has = { users: 1, channels: 0, tickets: 0, hours: 0, labels: 0 };
  age = 1;
  localStorage.clear();
  vi.clearAllMocks();
});

it('says what a new desk needs, and leads there', async () => {
  has = { ...has, tickets: 3, labels: 1 };
  const { user } = open();
  const list = within(await region());
  expect(list.getByText('2 of 5 done')).toBeTruthy();
  expect(list.getAllByRole('listitem').map((item) => item.textContent.includes('Done'))).toEqual([false, false, true, false, true]);
  expect(list.getByRole('link', { name: 'Connect a channel' }).getAttribute('href')).toBe('/channels');
  expect(list.queryByRole('button', { name: 'New ticket' })).toBeNull();
  await user.click(list.getByRole('button', { name: 'Add a user' }));
  expect(openUsers).toHaveBeenCalledOnce();
});

it('leaves out what this person has no way to', async () => {
  const { channel: _, ...ways } = WAYS;
  open({ ways });
  expect(within(await region()).getByText('0 of 4 done')).toBeTruthy();
});

it('follows what happens, and is gone when all is done', async () => {
  has = { users: 2, channels: 1, tickets: 1, hours: 1, labels: 0 };
  open();
  await region();
  has = { ...has, labels: 1 };
  act(() => applyEvent('labelsChanged', { labels: [] }));
  await gone();
});

it('stays hidden for whoever hid it, and for nobody else', async () => {
  const first = open();
  await region();
  await first.user.click(screen.getByRole('button', { name: 'Hide this checklist' }));
  expect(onHidden).toHaveBeenCalledOnce();
  await gone();
  first.unmount();
  const again = open();
  expect(again.core.asked).toEqual([]);
  again.unmount();
  open({ username: 'ben' });
  await region();
});

it('asks nothing for an agent', () => {
  const { core } = open({ isAdmin: false });
  expect(core.asked).toEqual([]);
  expect(screen.queryByRole('region')).toBeNull();
});

it('is not shown on a desk that has been there for long', async () => {
  age = 31;
  const { core } = open();
  await waitFor(() => expect(core.asked).toHaveLength(1));
  await act(() => new Promise((done) => setTimeout(done, 50)));
  expect(core.asked.map(({ key }) => key)).toEqual(['GET /api/users']);
  expect(screen.queryByRole('region')).toBeNull();
});
