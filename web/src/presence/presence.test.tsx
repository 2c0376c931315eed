import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../tests/builders';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { applyEvent } from '../realtime/apply';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { AwayBanner } from './AwayBanner';
import { forgetOnline, useOnline } from './online';
import { OnlinePanel } from './OnlinePanel';
import { openPanel, openPicker, useWindows } from './open';
import { StatusDialog } from './StatusDialog';
import { forgetOwn, loadOwn, useOwn } from './store';
import { watchPresence } from './watch';

const session = sessionFrom(SESSION_ANSWER);
const own = (status: string, reason = '', ts = 100) => ({
  result: 'success',
  status,
  second_status: status === 'ONLINE' ? '' : status,
  reason,
  ts,
});
const user = (username: string, status: string, ts = 100) => ({
  client_id: 1,
  username,
  name: username.toUpperCase(),
  status,
  second_status: status === 'ONLINE' ? '' : status,
  reason: '',
  ts,
});
const frame = (username: string, status: string, reason = '', ts = 200) => ({
  username,
  status,
  second_status: status === 'ONLINE' ? '' : status,
  chosen: status,
  reason,
  ts,
});
const UPDATE = 'POST /api/online_status/update';

watchPresence();

beforeEach(() => {
  localStorage.clear();
  forgetOwn();
  forgetOnline();
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
  });
});

describe('the picker', () => {
  async function open(answer: object = { body: own('AWAY', 'Errand', 300) }) {
    const core = serve({ 'GET /api/status/me/get': { body: own('ONLINE') }, [UPDATE]: answer as { body: unknown } });
    await loadOwn();
    openPicker();
    draw(<StatusDialog />);
    await screen.findByRole('radio', { name: /Online/ });
    const update = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Update' });
    return { core, user: userEvent.setup(), update, sent: () => core.asked.filter(({ key }) => key === UPDATE) };
  }

  it('lists the six, asks for a reason where one is needed, and sends both', async () => {
    const { user: hand, update, sent } = await open();
    expect(screen.getAllByRole('radio')).toHaveLength(6);
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

describe('the online users', () => {
  const asked = (core: { asked: { key: string }[] }) => core.asked.filter(({ key }) => key === 'GET /api/status/get').length;

  it('shows who is there, follows what happens, and opens a card', async () => {
    serve({ 'GET /api/status/get': { body: [user('ben', 'OFFLINE', 0), user('ann', 'ONLINE')] } });
    openPanel();
    const chosen = vi.fn();
    draw(<OnlinePanel onProfile={chosen} />);
    const rows = (await screen.findAllByRole('listitem')).map((row) => row.textContent);
    expect(rows[0]).toContain('Online · Active now');
    expect(rows[1]).toContain('Offline · Not here yet');
    act(() => applyEvent('presence', frame('ben', 'BUSY', 'Call')));
    expect(screen.getByText(/Busy/)).toBeTruthy();
    await userEvent.click(screen.getByText('BEN'));
    expect(chosen).toHaveBeenCalledWith('ben');
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
