import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../tests/builders';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { useAgents } from '../api/agents';
import { applyEvent } from '../realtime/apply';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { AwayBanner } from './AwayBanner';
import { forgetCustoms } from './customs';
import { forgetOnline, useOnline } from './online';
import { OnlinePanel } from './OnlinePanel';
import { CustomsFailed } from './CustomsFailed';
import { CustomStatuses } from './CustomStatuses';
import { openPanel, openPicker, useWindows } from './open';
import { StatusDialog } from './StatusDialog';
import { forgetOwn, loadOwn, useOwn } from './store';
import { watchPresence } from './watch';

const session = sessionFrom(SESSION_ANSWER);
const kind = (code: string) => ({
  status: ['ONLINE', 'AWAY', 'BUSY', 'PRAYER', 'OFFLINE'].includes(code) ? code : 'AWAY',
  second_status: code === 'ONLINE' || code === 'OFFLINE' ? '' : code,
  alternate: code === 'TRAINING' ? 'Training' : '',
});
const own = (code: string, reason = '', since = 100, automatic = false) => ({
  result: 'success',
  ...kind(code),
  code,
  reason,
  automatic,
  auto_away: true,
  away_after: 900,
  ts: 0,
  since,
});
const user = (username: string, code: string, ts = 100) => ({
  client_id: 1,
  username,
  name: username.toUpperCase(),
  ...kind(code),
  reason: '',
  automatic: false,
  ts,
});
const frame = (username: string, code: string, reason = '', since = 200) => ({
  username,
  ...kind(code),
  chosen: code,
  reason,
  automatic: false,
  since,
  ts: 200,
});
const TRAINING = { id: 4, status_code: 'TRAINING', alternate: 'Training', removed: false };
const CUSTOMS = 'GET /api/customstatus/get';
const UPDATE = 'POST /api/online_status/update';

watchPresence();

beforeEach(() => {
  localStorage.clear();
  forgetOwn();
  forgetOnline();
  forgetCustoms();
  useWindows.setState({ picker: 'never', panel: false, card: null });
  useSession.setState({ phase: 'in', session });
});
afterEach(() => vi.useRealTimers());

describe('one’s own status', () => {
  it('is remembered for the next start, for this person only', async () => {
    serve({ 'GET /api/status/me/get': { body: own('PRAYER') } });
    await loadOwn();
    forgetOwn();
    serve({ 'GET /api/status/me/get': { status: 503, body: {} } });
    await loadOwn();
    expect(useOwn.getState()).toMatchObject({ own: null, remembered: 'PRAYER' });
    expect(useOwn.getState().problem?.status).toBe(503);
    useSession.setState({ session: { ...session, username: 'another' } });
    await loadOwn();
    expect(useOwn.getState().remembered).toBe('ONLINE');
  });

  it('follows what another tab chose, and nobody else', async () => {
    serve({ 'GET /api/status/me/get': { body: own('ONLINE') } });
    await loadOwn();
    applyEvent('presence', frame('another', 'BUSY', 'Call'));
    applyEvent('presence', { ...frame(session.username, 'OFFLINE'), chosen: 'AWAY' });
    expect(useOwn.getState().own?.status).toBe('ONLINE');
    applyEvent('presence', frame(session.username, 'AWAY', 'Errand'));
    expect(useOwn.getState().own).toMatchObject({ status: 'AWAY', reason: 'Errand' });
    // What was chosen before may be told after it.
    applyEvent('presence', frame(session.username, 'PRAYER', '', 150));
    expect(useOwn.getState().own?.status).toBe('AWAY');
  });
});

describe('the picker', () => {
  async function open(answer: object = { body: own('AWAY', 'Errand', 300) }) {
    const core = serve({
      'GET /api/status/me/get': { body: own('ONLINE') },
      [CUSTOMS]: { body: [TRAINING] },
      [UPDATE]: answer as { body: unknown },
      'PUT /api/status/me/auto_away': { body: { ...own('ONLINE'), auto_away: false } },
    });
    await loadOwn();
    openPicker();
    draw(<StatusDialog />);
    await screen.findByRole('radio', { name: /Online/ });
    const update = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Update' });
    return { core, user: userEvent.setup(), update, sent: () => core.asked.filter(({ key }) => key === UPDATE) };
  }

  it('lists the six and the desk’s own, asks for a reason where one is needed, and sends both', async () => {
    const { user: hand, update, sent } = await open();
    expect(screen.getAllByRole('radio')).toHaveLength(7);
    expect(update().disabled).toBe(true);
    await hand.click(screen.getByRole('radio', { name: /Away/ }));
    expect(update().disabled).toBe(true);
    await hand.type(screen.getByLabelText(/Reason/), ' Errand ');
    expect(update().disabled).toBe(false);
    await hand.click(update());
    await waitFor(() => expect(useWindows.getState().picker).toBe('closed'));
    expect(sent().map(({ body }) => body)).toEqual([{ status: 'AWAY', reason: 'Errand' }]);
    expect(useOwn.getState().own?.status).toBe('AWAY');
  });

  it('offers the desk’s own by its name and sends its code', async () => {
    const { user: hand, update, sent } = await open({ body: own('TRAINING', '', 300) });
    await hand.click(screen.getByRole('radio', { name: /Training/ }));
    expect(screen.queryByLabelText(/Reason/)).toBeNull();
    await hand.click(update());
    await waitFor(() => expect(useOwn.getState().own?.code).toBe('TRAINING'));
    expect(sent().map(({ body }) => body)).toEqual([{ status: 'TRAINING', reason: '' }]);
  });

  it('switches automatic away off at once', async () => {
    const { core, user: hand } = await open();
    await hand.click(screen.getByRole('switch', { name: 'Set me away after 15 minutes without activity' }));
    await waitFor(() => expect(useOwn.getState().own?.auto_away).toBe(false));
    expect(core.asked.filter(({ key }) => key.startsWith('PUT')).map(({ body }) => body)).toEqual([{ on: false }]);
  });

  it('alerts when the desk’s own do not come, and then loads the page anew', async () => {
    serve({ 'GET /api/status/me/get': { body: own('ONLINE') }, [CUSTOMS]: { status: 500, body: {} } });
    openPicker();
    const drawn = draw(<StatusDialog />);
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to fetch custom status. Reload page to fix it.');
    drawn.unmount();
    const reload = vi.fn();
    draw(<CustomsFailed reload={reload} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Reload' }));
    expect(reload).toHaveBeenCalledOnce();
  });

  it('keeps the old status and what was typed when the server refuses', async () => {
    const { user: hand, update } = await open({ status: 500, body: {} });
    await hand.click(screen.getByRole('radio', { name: /Busy/ }));
    await hand.type(screen.getByLabelText(/Reason/), 'Call');
    await hand.click(update());
    await waitFor(() => expect(update().disabled).toBe(false));
    expect(screen.getByLabelText<HTMLInputElement>(/Reason/).value).toBe('Call');
    expect(useOwn.getState().own?.status).toBe('ONLINE');
  });
});

describe('the banner', () => {
  it('stands there while away, and leads back', async () => {
    serve({ 'GET /api/status/me/get': { body: own('AWAY', 'Errand') }, [UPDATE]: { body: own('ONLINE', '', 300) } });
    await loadOwn();
    draw(<AwayBanner />);
    expect(screen.getByText('Your status is Away.')).toBeTruthy();
    expect(screen.getByText('Errand')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Go Online' }));
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  });
});

describe('the desk’s own statuses', () => {
  const OFFICE = { id: 5, status_code: 'BACK_OFFICE', alternate: 'Back office', removed: false };
  const admin = () => useSession.setState({ session: { ...session, isAdmin: true } });
  const names = () => screen.getAllByLabelText<HTMLInputElement>(/^Name of/).map((input) => input.value);

  it('are added, renamed and ordered, each at once', async () => {
    admin();
    const core = serve({
      [CUSTOMS]: { body: [TRAINING] },
      'POST /api/custom_statuses': { status: 201, body: [TRAINING, OFFICE] },
      'PATCH /api/custom_statuses/4': { body: [{ ...TRAINING, alternate: 'Course' }, OFFICE] },
      'PUT /api/custom_statuses/order': { body: [OFFICE, { ...TRAINING, alternate: 'Course' }] },
    });
    const hand = userEvent.setup();
    draw(<CustomStatuses />);
    await hand.type(await screen.findByLabelText('New status'), 'Back office{Enter}');
    await waitFor(() => expect(names()).toEqual(['Training', 'Back office']));
    const name = screen.getByLabelText('Name of Training');
    await hand.clear(name);
    await hand.type(name, 'Course{Enter}');
    await waitFor(() => expect(screen.getByLabelText('Name of Course')).toBeTruthy());
    await hand.click(screen.getByRole('button', { name: 'Move Back office up' }));
    await waitFor(() => expect(names()).toEqual(['Back office', 'Course']));
    expect(core.asked.slice(1).map(({ body }) => body)).toEqual([{ alternate: 'Back office' }, { alternate: 'Course' }, { ids: [5, 4] }]);
    act(() => applyEvent('customStatusesChanged', { statuses: [] }));
    expect(await screen.findByText('No custom statuses yet')).toBeTruthy();
  });

  it('say beside the field why a name is refused', async () => {
    admin();
    serve({
      [CUSTOMS]: { body: [TRAINING] },
      'POST /api/custom_statuses': {
        status: 422,
        body: { error: { code: 'invalid', message: 'No.', fields: { alternate: 'Another status has this name.' } } },
      },
    });
    const hand = userEvent.setup();
    draw(<CustomStatuses />);
    const field = await screen.findByLabelText<HTMLInputElement>('New status');
    await hand.click(screen.getByRole('button', { name: 'Add' }));
    expect(screen.getByText('Give it a name.')).toBeTruthy();
    await hand.type(field, 'training{Enter}');
    expect(await screen.findByText('Another status has this name.')).toBeTruthy();
    expect(field.value).toBe('training');
  });

  it('are for admins, and say when they do not load', async () => {
    const first = draw(<CustomStatuses />);
    expect(screen.getByText('This place is for admins')).toBeTruthy();
    first.unmount();
    admin();
    serve({ [CUSTOMS]: { status: 503, body: {} } });
    draw(<CustomStatuses />);
    expect(await screen.findByText('The custom statuses could not be loaded')).toBeTruthy();
  });
});

describe('the online users', () => {
  const asked = (core: { asked: { key: string }[] }) => core.asked.filter(({ key }) => key === 'GET /api/status/get').length;

  it('shows who is there, follows what happens, and opens a card', async () => {
    serve({ 'GET /api/status/get': { body: [user('ben', 'OFFLINE', 0), user('ann', 'ONLINE')] } });
    useAgents.setState({ photos: new Map([['ann', '/photo/ann']]) });
    openPanel();
    const chosen = vi.fn();
    draw(<OnlinePanel onProfile={chosen} />);
    const items = await screen.findAllByRole('listitem');
    const rows = items.map((row) => row.textContent);
    expect(items.map((row) => row.querySelector('img')?.getAttribute('src'))).toEqual(['/photo/ann', undefined]);
    expect(rows[0]).toContain('Online · Active now');
    expect(rows[1]).toContain('Offline · Not here yet');
    act(() => applyEvent('presence', frame('ben', 'BUSY', 'Call')));
    expect(screen.getByText(/Busy/)).toBeTruthy();
    await userEvent.click(screen.getByText('BEN'));
    expect(chosen).toHaveBeenCalledWith('ben');
  });

  it('says Now of whoever has left this moment', async () => {
    serve({ 'GET /api/status/get': { body: [user('ben', 'OFFLINE', Date.now() / 1_000 - 2), user('ann', 'OFFLINE', Date.now() / 1_000 - 65)] } });
    openPanel();
    draw(<OnlinePanel onProfile={() => undefined} />);
    const rows = (await screen.findAllByRole('listitem')).map((row) => row.textContent);
    expect(rows[0]).toMatch(/Offline · Now$/);
    expect(rows[1]).toMatch(/Offline · 1 minute ago$/);
  });

  it('says so when nobody is there or when it fails', async () => {
    serve({ 'GET /api/status/get': { body: [] } });
    const first = draw(<OnlinePanel onProfile={() => undefined} />);
    expect(await screen.findByText('No User')).toBeTruthy();
    first.unmount();
    forgetOnline();
    serve({ 'GET /api/status/get': { status: 503, body: {} } });
    draw(<OnlinePanel onProfile={() => undefined} />);
    expect(await screen.findByText('The users could not be loaded')).toBeTruthy();
  });

  it('asks once a minute while the window is focused, and not otherwise', async () => {
    vi.useFakeTimers();
    const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    const core = serve({ 'GET /api/status/get': { body: [] } });
    const drawn = draw(<OnlinePanel onProfile={() => undefined} />);
    await act(() => vi.advanceTimersByTimeAsync(119_000));
    expect(asked(core)).toBe(2);
    focus.mockReturnValue(false);
    await act(() => Promise.resolve(window.dispatchEvent(new Event('blur'))));
    await act(() => vi.advanceTimersByTimeAsync(300_000));
    expect(asked(core)).toBe(2);
    focus.mockReturnValue(true);
    await act(() => Promise.resolve(window.dispatchEvent(new Event('focus'))));
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(asked(core)).toBe(3);
    drawn.unmount();
    await vi.advanceTimersByTimeAsync(300_000);
    expect(asked(core)).toBe(3);
    focus.mockRestore();
  });

  it('closes on Esc and on a click outside', async () => {
    serve({ 'GET /api/status/get': { body: [user('ann', 'ONLINE')] } });
    openPanel();
    draw(
      <>
        <p>elsewhere</p>
        <OnlinePanel onProfile={() => undefined} />
      </>,
    );
    await userEvent.click(await screen.findByText('Online users'));
    expect(useWindows.getState().panel).toBe(true);
    await userEvent.click(screen.getByText('elsewhere'));
    expect(useWindows.getState().panel).toBe(false);
    openPanel();
    await userEvent.keyboard('{Escape}');
    expect(useWindows.getState().panel).toBe(false);
    expect(useOnline.getState().phase).toBe('ready');
  });
});
