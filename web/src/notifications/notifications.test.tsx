import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { useVariant, WHOLE_DESK } from '../api/variant';
import type { Session } from '../session/model';
import { useSession } from '../session/store';
import * as toast from '../ui/toast';
import { Bell } from './Bell';
import { addCard, resetCards } from './cards';
import { NoticeCards } from './NoticeCards';
import { NoticeMark } from './NoticeMark';
import { wordsOf } from './kinds';
import { ageOf, type Notice } from './model';
import { NotificationsSection } from './NotificationsSection';
import { Panel } from './Panel';
import { setSound, useSound } from './sound';
import { closePanel, loadDots, openPanel, resetNotices, takeNotice, takeRead, useNotices } from './store';
import { say } from './texts';

const aNotice = (id: number, over: Partial<Notice> = {}): Notice => ({
  id,
  seen: false,
  type: 'assigned',
  category: 'system',
  channel: 'ticket',
  ticket_number: '1001',
  title: 'You have a new ticket',
  body: 'Mei assigned ticket #1001 to you.',
  ts: Math.floor(Date.now() / 1000),
  img: null,
  subject: 'Mei',
  detail: '',
  count: 1,
  ...over,
});

const FLAGS = { unread: false, unread_2: false, unread_3: true };
let system: Notice[];
let removal: object;

function core() {
  return serve({
    'GET /api/notification/check': { body: FLAGS },
    'GET /api/notification/get': ({ url }) => {
      const all = url.searchParams.get('type') === 'system' ? system : [];
      const below = Number(url.searchParams.get('lastId') ?? Infinity);
      return { body: all.filter((one) => one.id < below).slice(0, 10) };
    },
    'POST /api/notification/read': { body: { result: 'success' } },
    'POST /api/notification/remove': () => removal as { body: unknown },
  });
}

const drawBell = () => draw(<Bell wide={false} panel={<Panel onSettings={() => undefined} />} />);
const bell = () => screen.getByRole('button', { name: /^Notifications/ });
const tab = (name: string) => screen.findByRole('tab', { name: new RegExp(`^${name}`) });

beforeEach(() => {
  localStorage.clear();
  setSound(false);
  resetNotices();
  resetCards();
  useSession.setState({ phase: 'in', session: { isAdmin: false } as Session });
  system = Array.from({ length: 11 }, (_, n) => aNotice(11 - n));
  removal = { body: { result: 'success' } };
});

it.each([
  [0, null],
  [5.9, null],
  [6, { unit: 'seconds', count: 6 }],
  [59.9, { unit: 'seconds', count: 59 }],
  [60, { unit: 'minutes', count: 1 }],
  [3_599, { unit: 'minutes', count: 59 }],
  [3_600, { unit: 'hours', count: 1 }],
  [86_399, { unit: 'hours', count: 23 }],
  [86_400, { unit: 'days', count: 1 }],
  [604_799, { unit: 'days', count: 6 }],
  [604_800, { unit: 'weeks', count: 1 }],
  [21 * 86_400, { unit: 'weeks', count: 3 }],
])('%s seconds are %o', (seconds, age) => expect(ageOf(seconds)).toEqual(age));

it('opens on SLA, shows what is empty, reads a tab and loads more of it', async () => {
  const { asked } = core();
  const user = userEvent.setup();
  drawBell();
  await loadDots();
  await waitFor(() => expect(bell().querySelector('[data-bell-dot]')).not.toBeNull());
  await user.click(bell());
  expect((await tab('SLA')).getAttribute('aria-selected')).toBe('true');
  expect(await screen.findByText('No Notification')).toBeTruthy();
  expect(screen.getByText('Its empty for now...')).toBeTruthy();

  await user.click(await tab('System'));
  expect(await screen.findAllByRole('listitem')).toHaveLength(10);
  expect(useNotices.getState().dots.system).toBe(false);
  expect(asked.at(-1)).toEqual({ key: 'POST /api/notification/read', body: { lastId: 11, category: 'system' } });
  const first = within(screen.getAllByRole('listitem')[0] as HTMLElement);
  expect(first.getByText('Now')).toBeTruthy();
  expect(first.getByText('Mei assigned ticket #1001 to you.')).toBeTruthy();
  expect(first.queryByText('You have a new ticket')).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Show More' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(11));
  expect(screen.queryByRole('button', { name: 'Show More' })).toBeNull();

  expect(screen.getAllByText('New')).toHaveLength(11);
  await user.keyboard('{Escape}');
  expect(useNotices.getState().open).toBe(false);
  await user.click(bell());
  await screen.findAllByRole('listitem');
  expect(screen.queryByText('New')).toBeNull();
});

it.each([
  ['sla_breached', 'first_reply Gold desk', 'SLA breached', 'Ticket #1001 (Lamp): First reply is overdue. Policy: Gold desk'],
  ['sla_warning', 'resolution Night', 'SLA warning', 'Ticket #1001 (Lamp): Resolution is due soon. Policy: Night'],
])('says what was promised by which policy: %s', async (type, detail, title, body) => {
  const notice = aNotice(1, { type, category: 'sla', subject: 'Lamp', detail });
  expect(say(notice)).toEqual({ title, body });
  draw(<NoticeCards />);
  act(() => addCard(notice));
  expect(await screen.findByText(body)).toBeTruthy();
  expect(document.querySelector('[data-tone]')?.getAttribute('data-tone')).toBe(type === 'sla_breached' ? 'harm' : 'act');
});

it('leaves a type it does not know to the words of the server', () => {
  expect(wordsOf(aNotice(1, { type: 'newer' }), (key) => key)).toEqual({ title: 'You have a new ticket', body: 'Mei assigned ticket #1001 to you.' });
});

it('keeps a notification that the server did not remove', async () => {
  core();
  system = [aNotice(2, { channel: '', type: 'channel_trouble', subject: 'Shop', detail: 'It fails.' })];
  useNotices.setState({ tab: 'system' });
  const user = userEvent.setup();
  drawBell();
  await user.click(bell());
  const close = await screen.findByRole('button', { name: 'Close: Shop: It fails.' });
  expect(screen.queryByText('View')).toBeNull();
  const told = vi.spyOn(toast, 'toastError').mockImplementation(() => undefined);
  for (const [at, answer] of [{ status: 500, body: {} }, { body: { result: 'error' } }, { body: {} }].entries()) {
    removal = answer;
    await user.click(close);
    await waitFor(() => expect(told).toHaveBeenCalledTimes(at + 1));
    expect(told).toHaveBeenLastCalledWith('The notification could not be removed. Try again.');
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
  }
  removal = { body: { result: 'success' } };
  await user.click(close);
  expect(await screen.findByText('No Notification')).toBeTruthy();
});

it('puts news on top of the open tab and lights the dots of others', async () => {
  const { asked } = core();
  system = [aNotice(1)];
  useNotices.setState({ tab: 'system' });
  openPanel();
  await waitFor(() => expect(useNotices.getState().tabs.system.phase).toBe('ready'));
  takeNotice(aNotice(5), 'system');
  expect(useNotices.getState().tabs.system.items.map((one) => one.id)).toEqual([5, 1]);
  expect(useNotices.getState().dots.system).toBe(false);
  expect(asked.at(-1)?.body).toEqual({ lastId: 5, category: 'system' });
  takeNotice(aNotice(6, { category: 'trade' }), 'trade');
  expect(useNotices.getState().dots.trade).toBe(true);
  closePanel();
  expect(useNotices.getState().tabs.system.items.every((one) => one.seen)).toBe(true);
  takeNotice(aNotice(7), 'system');
  expect(useNotices.getState().dots.system).toBe(true);
  takeRead('system', 6);
  expect(useNotices.getState().dots.system).toBe(true);
  takeRead('system', 7);
  expect(useNotices.getState().dots.system).toBe(false);
});

it.each([
  ['all-in-one', 'sla'],
  ['trading', 'trade'],
])('at the %s host it first opens on %s, and later where it was left', (id, first) => {
  useVariant.setState({ variant: { ...WHOLE_DESK, id } });
  openPanel();
  expect(useNotices.getState().tab).toBe(first);
  useNotices.setState({ tab: 'system' });
  closePanel();
  openPanel();
  expect(useNotices.getState().tab).toBe('system');
  useVariant.setState({ variant: WHOLE_DESK });
});

it('shows three cards at most, and a card leads to its ticket', async () => {
  for (const id of [1, 2, 3, 4]) addCard(aNotice(id));
  addCard(aNotice(4));
  const user = userEvent.setup();
  draw(<NoticeCards />);
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  await user.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  await user.click(screen.getAllByRole('button', { name: 'View' })[0] as HTMLElement);
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
});

it('keeps a card until somebody closes or views it', () => {
  vi.useFakeTimers();
  try {
    draw(<NoticeCards />);
    act(() => addCard(aNotice(1)));
    act(() => void vi.advanceTimersByTime(3_600_000));
    expect(screen.getByRole('button', { name: 'View' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('listitem')).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

it('keeps the sound as yes or no', () => {
  setSound(true);
  expect(localStorage.getItem('patchbay.notification_sound')).toBe('yes');
  setSound(false);
  expect(localStorage.getItem('patchbay.notification_sound')).toBe('no');
  expect(useSound.getState().on).toBe(false);
});

it('keeps which kinds are wanted, and puts back what the server refused', async () => {
  const put = vi.fn(({ body }: { body: unknown }) => ({ body }));
  serve({
    'GET /api/notification/preferences': { body: { muted: ['removed'] } },
    'PUT /api/notification/preferences': put,
  });
  const user = userEvent.setup();
  draw(<NotificationsSection />);
  const assigned = await screen.findByLabelText<HTMLInputElement>('I am put onto a ticket');
  expect(screen.getByLabelText<HTMLInputElement>('I am taken off a ticket').checked).toBe(false);
  expect(screen.queryByLabelText('A channel is in trouble')).toBeNull();
  await user.click(assigned);
  await waitFor(() => expect(put.mock.calls[0]?.[0].body).toEqual({ muted: ['removed', 'assigned'] }));
  expect(assigned.checked).toBe(false);
  put.mockImplementation(() => ({ status: 500, body: {} }));
  await user.click(assigned);
  await waitFor(() => expect(put).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(assigned.checked).toBe(false));
});

it('shows the picture of a notice by its uid and file name, and its icon where the picture is gone', () => {
  useVariant.setState({ variant: { ...WHOLE_DESK, notification_pictures: 'https://cdn.example.com/notices' } });
  draw(<NoticeMark notice={aNotice(1, { img: { uid: 'k/1', file_name: 'a b.png' } })} />);
  const picture = document.querySelector('img');
  expect(picture?.getAttribute('src')).toBe('https://cdn.example.com/notices/k%2F1/a%20b.png');
  fireEvent.error(picture as HTMLImageElement);
  expect(document.querySelector('img')).toBeNull();
  expect(document.querySelector('svg')).toBeTruthy();
  useVariant.setState({ variant: WHOLE_DESK });
});
