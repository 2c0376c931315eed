import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../tests/builders';
import { aDashboardShare } from '../../tests/dashboard';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { setTimezone } from '../ui/dates';
import { useDialog } from '../ui/dialog';
import * as toast from '../ui/toast';
import { dropDrafts } from '../ui/useDraft';
import { DashboardSwitch } from './DashboardSwitch';
import { ShareDialog } from './ShareDialog';
import type { DashboardShare } from './types';

const success = vi.spyOn(toast, 'toastSuccess').mockReturnValue(undefined);
const failure = vi.spyOn(toast, 'toastError').mockReturnValue(undefined);
const undo = vi.spyOn(toast, 'toastUndo').mockReturnValue(undefined);

const LIST = 'GET /api/dashboard/shares';
const MAKE = 'POST /api/dashboard/shares';
const SETTING = 'PUT /api/dashboard/setting';
const LINK = 'https://desk.example/dashboard/abc';

let shares: DashboardShare[];

function signIn(over: { type?: 'admin'; dashboard_on?: 0 | 1 } = {}): void {
  const { type, dashboard_on = 0 } = over;
  const session = sessionFrom({ ...SESSION_ANSWER, settings: [{ dashboard_on }] });
  useSession.setState({ phase: 'in', session: { ...session, isAdmin: type === 'admin' } });
}

function open(routes: Parameters<typeof serve>[0] = {}) {
  const { asked } = serve({ [LIST]: () => ({ body: { shares } }), ...routes });
  draw(<ShareDialog opened onClose={() => undefined} />);
  return { asked, user: userEvent.setup() };
}

beforeEach(() => {
  dropDrafts();
  setTimezone('UTC');
  signIn({ type: 'admin' });
  shares = [aDashboardShare()];
  useDialog.setState({ dialog: null, open: false });
  for (const spy of [success, failure, undo]) spy.mockClear();
});

async function openForm(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole('button', { name: 'New link' }));
  return {
    name: screen.getByLabelText('Name'),
    days: screen.getByLabelText<HTMLSelectElement>('Days shown'),
    expires: screen.getByLabelText<HTMLInputElement>('Expires after'),
    make: screen.getByRole('button', { name: 'Create link' }),
  };
}

it('lists the links with what they show and how they were used', async () => {
  const [at, last] = [Date.parse('2026-11-10T08:00:00Z'), Date.parse('2026-11-26T15:45:00Z')];
  shares = [aDashboardShare(), aDashboardShare({ id: 5, name: 'Client', days: 7, expires_at: at, expired: true, uses: 12, last_used_at: last }), aDashboardShare({ id: 6, name: 'Boss', uses: 1, last_used_at: last })];
  open();
  const rows = within(await screen.findByRole('list', { name: 'Links' })).getAllByRole('listitem');
  expect(rows.map((row) => [...(row.firstElementChild?.children ?? [])].map(({ textContent }) => textContent))).toEqual([
    ['Lobby screen', 'Last 30 days · created by Mei · expires 24/12/2026 01:30', 'Not opened yet'],
    ['ClientExpired', 'Last 7 days · created by Mei · expired 10/11/2026 08:00', 'Opened 12 times, last 26/11/2026 15:45'],
    ['Boss', 'Last 30 days · created by Mei · expires 24/12/2026 01:30', 'Opened 1 time, last 26/11/2026 15:45'],
  ]);
});

it('makes a link, shows it once and copies it', async () => {
  const made = aDashboardShare({ id: 9, name: 'Wall', days: 7 });
  shares = [];
  const { asked, user } = open({
    [MAKE]: () => {
      shares = [made];
      return { status: 201, body: { share: made, link: LINK } };
    },
  });
  expect(await screen.findByText('No links yet')).toBeTruthy();
  const form = await openForm(user);
  expect([...form.days.options].map(({ text }) => text)).toEqual(['Last 7 days', 'Last 30 days', 'Last 90 days']);
  expect([form.days.value, form.expires.value]).toEqual(['30', '30']);
  await user.type(form.name, ' Wall ');
  await user.selectOptions(form.days, '7');
  await user.clear(form.expires);
  await user.type(form.expires, '14');
  await user.click(form.make);
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'A link for Wall' })).value).toBe(LINK);
  expect(asked.find(({ key }) => key === MAKE)?.body).toEqual({ name: 'Wall', days: 7, expires_in_days: 14 });
  expect(screen.getByText('It shows the last 7 days, and works until 24/12/2026 01:30.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Copy the link' }));
  expect(await navigator.clipboard.readText()).toBe(LINK);
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(await screen.findByText('Wall')).toBeTruthy();
  expect(screen.queryByDisplayValue(LINK)).toBeNull();
});

it('says at the fields what is wrong, and sends nothing', async () => {
  const { asked, user } = open();
  const form = await openForm(user);
  await user.clear(form.expires);
  await user.type(form.expires, '366');
  await user.click(form.make);
  expect(screen.getByText('Enter a name.')).toBeTruthy();
  expect(screen.getByText('Enter a whole number from 1 to 365.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(form.name));
  await user.clear(form.expires);
  expect(asked.map(({ key }) => key)).toEqual([LIST]);
});

it('keeps the form where the server refuses, and says why', async () => {
  const { user } = open({ [MAKE]: { status: 409, body: { error: { code: 'conflict', message: 'There are 50 links already.' } } } });
  const form = await openForm(user);
  await user.type(form.name, 'Wall');
  await user.click(form.make);
  expect((await screen.findByRole('alert')).textContent).toBe('There are 50 links already.');
  expect(screen.getByDisplayValue('Wall')).toBe(form.name);
});

it('revokes a link after asking', async () => {
  const { asked, user } = open({
    'DELETE /api/dashboard/shares/4': () => {
      shares = [];
      return { body: { result: 'success' } };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Revoke “Lobby screen”' }));
  const { dialog } = useDialog.getState();
  expect([dialog?.title, dialog?.confirm?.label, dialog?.confirm?.danger]).toEqual(['Revoke “Lobby screen”?', 'Revoke', true]);
  expect(asked.map(({ key }) => key)).toEqual([LIST]);
  act(() => dialog?.confirm?.run());
  expect(await screen.findByText('No links yet')).toBeTruthy();
  expect(success.mock.calls).toEqual([['“Lobby screen” was revoked.']]);
});

it('says when a link could not be revoked', async () => {
  const { user } = open({ 'DELETE /api/dashboard/shares/4': { status: 500, body: {} } });
  await user.click(await screen.findByRole('button', { name: 'Revoke “Lobby screen”' }));
  act(() => useDialog.getState().dialog?.confirm?.run());
  await waitFor(() => expect(failure.mock.calls).toEqual([['The link could not be revoked.']]));
  expect(screen.getByText('Lobby screen')).toBeTruthy();
});

it('says when the links could not be loaded', async () => {
  let status = 500;
  const { user } = open({ [LIST]: () => ({ status, body: status === 200 ? { shares } : {} }) });
  expect(await screen.findByText('The links could not be loaded')).toBeTruthy();
  status = 200;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Lobby screen')).toBeTruthy();
});

const homeSwitch = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Show the dashboard on the home page' });

it('turns the dashboard on and off at home, with the way back', async () => {
  const { asked, user } = open({ [SETTING]: ({ body }) => ({ body }) });
  expect(homeSwitch().checked).toBe(false);
  await user.click(homeSwitch());
  await waitFor(() => expect(homeSwitch().checked).toBe(true));
  expect(success.mock.calls).toEqual([['The dashboard is on the home page.']]);
  await user.click(homeSwitch());
  await waitFor(() => expect(homeSwitch().checked).toBe(false));
  const [message, way] = undo.mock.calls[0] ?? [];
  expect([message, way?.label]).toEqual(['The dashboard was taken off the home page.', 'Undo']);
  act(() => way?.run());
  await waitFor(() => expect(homeSwitch().checked).toBe(true));
  const sent = asked.filter(({ key }) => key === SETTING).map(({ body }) => body);
  expect(sent).toEqual([{ on: true }, { on: false }, { on: true }]);
  expect(useSession.getState().session?.isDashboardOn).toBe(true);
});

it('stays as it was where turning it is refused', async () => {
  const { user } = open({ [SETTING]: { status: 403, body: {} } });
  await user.click(homeSwitch());
  await waitFor(() => expect(failure.mock.calls).toEqual([['You may not see this.']]));
  expect(homeSwitch().checked).toBe(false);
});

it('is turned by admins only', () => {
  signIn({ dashboard_on: 1 });
  serve({});
  draw(<DashboardSwitch />);
  expect(screen.queryByRole('switch')).toBeNull();
});
