import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { useDepartments } from '../api/departments';
import type { Session } from '../session/model';
import { useSession } from '../session/store';
import { useDialog } from '../ui/dialog';
import { dropDrafts } from '../ui/useDraft';
import { draftOf, faultsOf, formOf, type Role, type User } from './model';
import { UsersSection } from './UsersSection';

const aUser = (id: number, name: string, more: Partial<User> = {}): User => ({
  id,
  username: name.toLowerCase(),
  name,
  email: '',
  type: 'agent',
  rank: 20,
  permissions: [],
  role: null,
  departments: [],
  disabled: false,
  second_factor: false,
  created_at: 0,
  ...more,
});
const ME = aUser(1, 'Admin', { type: 'admin', rank: 5 });
const MEI = aUser(2, 'Mei', { email: 'mei@desk.test', departments: [7], permissions: ['view_report'] });
const aRole = (id: number, name: string, more: Partial<Role> = {}): Role => ({ id, name, builtin: null, type: 'agent', rank: 10, permissions: [], users: 1, ...more });
const ROLES = [
  aRole(1, 'Owner', { builtin: 'owner', type: 'admin', rank: 1 }),
  aRole(4, 'Agent', { builtin: 'agent' }),
  aRole(6, 'Night desk', { rank: 20, permissions: ['view_report'] }),
];
const page = (data: User[], more = false) => ({ body: { data, total: data.length, more } });

const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

beforeEach(() => {
  dropDrafts();
  useSession.setState({ phase: 'in', session: { isAdmin: true, userId: 1, rank: 5 } as Session });
  useDepartments.setState({ phase: 'idle', problem: null, departments: [] });
});

async function open(answers: Parameters<typeof serve>[0] = {}, users: User[] = [ME, MEI]) {
  const core = serve({
    'GET /api/users': page(users),
    'GET /api/roles': { body: ROLES },
    'GET /api/department2/-': { body: [{ id: 7, name: 'Sales', deleted: false }] },
    ...answers,
  });
  draw(<UsersSection />);
  await screen.findByText(users.at(-1)?.name ?? '');
  return { asked: (key: string) => core.asked.filter((call) => call.key.startsWith(key)), user: userEvent.setup() };
}

it('lists users with what they are, and keeps hands off those above', async () => {
  await open({}, [ME, MEI, aUser(3, 'Boss', { type: 'admin', rank: 1, role: 1 }), aUser(4, 'Gone', { disabled: true, role: 6 })]);
  expect(await screen.findByText('Sales')).toBeTruthy();
  expect(screen.getByText('4 users')).toBeTruthy();
  expect(screen.getByText('You')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Disable Admin' })).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Change Boss' }).disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Disable Boss' }).disabled).toBe(true);
  expect(screen.getByRole('button', { name: 'Enable Gone' })).toBeTruthy();
  // The name says what it does, so what the row shows besides has to be told with it.
  const told = (name: string) =>
    (screen.getByRole('button', { name }).getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);
  expect(told('Change Admin')).toEqual(['Admin, customYou', 'admin']);
  expect(told('Change Mei')).toEqual(['CustomSales', 'mei · mei@desk.test']);
  expect(told('Change Boss')).toEqual(['OwnerRanks above you', 'boss']);
  expect(told('Change Gone')).toEqual(['Night deskDisabled', 'gone']);
});

it('makes a user, and says at its field what is missing or refused', async () => {
  const { asked, user } = await open({
    'POST /api/users': {
      status: 409,
      body: { error: { code: 'conflict', message: 'That username is taken.', fields: { username: 'That username is taken.' } } },
    },
  });
  await user.click(screen.getByRole('button', { name: 'New user' }));
  expect(screen.getByRole('heading', { name: 'New user' })).toBeTruthy();
  expect(save().disabled).toBe(true);
  await user.click(screen.getByLabelText('Typed here'));
  await user.click(save());
  expect(screen.getByText('Username is required.')).toBeTruthy();
  await user.type(screen.getByLabelText('Username'), 'noor');
  await user.click(save());
  expect(screen.getByText('Password is required.')).toBeTruthy();
  await user.type(screen.getByLabelText('First password'), 'long-enough');
  await user.selectOptions(screen.getByLabelText('Role'), 'Custom');
  await user.clear(screen.getByLabelText('Rank'));
  await user.type(screen.getByLabelText('Rank'), '4');
  await user.click(save());
  expect(screen.getByText('You cannot give a rank above your own.')).toBeTruthy();
  expect(asked('POST')).toEqual([]);
  await user.type(screen.getByLabelText('Rank'), '0');
  await user.click(screen.getByLabelText('Hide chats'));
  await user.click(screen.getByLabelText('Sales'));
  await user.click(save());
  expect(await screen.findAllByText('That username is taken.')).toHaveLength(2);
  expect(asked('POST')[0]?.body).toEqual({
    username: 'noor',
    name: '',
    email: '',
    role: null,
    type: 'agent',
    rank: 40,
    permissions: ['hide_chat'],
    departments: [7],
    password: 'long-enough',
  });
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('noor');
}, 40_000);

it('makes a user without a password and shows the link that sets it', async () => {
  const link = { link: 'https://desk.test/password_reset#1.2.word', expires_at: Date.parse('2026-03-11T09:05:00Z') };
  const { asked, user } = await open({
    'POST /api/users': { status: 201, body: aUser(9, 'Noor') },
    'POST /api/users/9/password-link': { status: 201, body: link },
  });
  await user.click(screen.getByRole('button', { name: 'New user' }));
  await user.type(screen.getByLabelText('Username'), 'noor');
  await user.click(save());
  expect((await screen.findByLabelText<HTMLInputElement>('Link')).value).toBe(link.link);
  expect(asked('POST')[0]?.body).toEqual({ username: 'noor', name: '', email: '', role: 4, departments: [] });
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(await screen.findByText('Mei')).toBeTruthy();
}, 20_000);

it('invites a user by mail where the desk sends mails, and needs an address for it', async () => {
  const { asked, user } = await open({
    'GET /api/password_reset': { body: { available: true } },
    'POST /api/users': { status: 201, body: aUser(9, 'Noor', { email: 'noor@desk.test' }) },
    'POST /api/users/9/invitation': { status: 202, body: { email: 'noor@desk.test', expires_at: 0 } },
  });
  await user.click(screen.getByRole('button', { name: 'New user' }));
  await user.type(screen.getByLabelText('Username'), 'noor');
  await user.click(await screen.findByRole('radio', { name: 'By an invitation sent to the mail address' }));
  await user.click(save());
  expect(await screen.findByText('Give the mail address that the invitation goes to.')).toBeTruthy();
  expect(asked('POST')).toEqual([]);
  await user.type(screen.getByLabelText('Mail address'), 'noor@desk.test');
  await user.click(save());
  await waitFor(() => expect(asked('POST /api/users/9/invitation')).toHaveLength(1));
  expect(asked('POST')[0]?.body).not.toHaveProperty('password');
}, 20_000);

it('has no invitations where the desk sends no mail', async () => {
  const { user } = await open({ 'GET /api/password_reset': { body: { available: false } } });
  await user.click(screen.getByRole('button', { name: 'Change Mei' }));
  expect(screen.getByRole('button', { name: 'Make a link for a new password' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send an invitation by mail' })).toBeNull();
});

it('changes a user by what is different, and shows it', async () => {
  const { asked, user } = await open({ 'PATCH /api/users/2': { body: { ...MEI, name: 'Mei Ling' } } });
  await user.click(screen.getByRole('button', { name: 'Change Mei' }));
  expect(screen.getByRole('heading', { name: 'Mei' })).toBeTruthy();
  expect(save().disabled).toBe(true);
  await user.type(screen.getByLabelText('Name'), ' Ling');
  await user.click(save());
  expect(await screen.findByText('Mei Ling')).toBeTruthy();
  expect(asked('PATCH')[0]?.body).toEqual({ name: 'Mei Ling' });
});

it('gives a role alone, sums up what it says, and offers none above one’s own', async () => {
  const { asked, user } = await open({ 'PATCH /api/users/2': { body: { ...MEI, role: 6 } } });
  await user.click(screen.getByRole('button', { name: 'Change Mei' }));
  const select = screen.getByLabelText<HTMLSelectElement>('Role');
  expect([select.value, screen.getByRole<HTMLOptionElement>('option', { name: 'Owner' }).disabled]).toEqual(['', true]);
  expect(screen.getByLabelText('Rank')).toBeTruthy();
  await user.selectOptions(select, 'Night desk');
  expect(screen.getByRole('status', { name: 'Night desk' }).textContent).toBe('Night desk Sees free tickets and their own, reports, and the board. Answers customers.');
  expect([screen.queryByLabelText('Rank'), screen.queryByLabelText('See reports'), screen.queryByLabelText('Type')]).toEqual([null, null, null]);
  await user.click(save());
  expect(await screen.findByText('Night desk')).toBeTruthy();
  expect(asked('PATCH')[0]?.body).toEqual({ role: 6 });
});

it('takes a role away and keeps what it said, one by one', async () => {
  const noor = aUser(3, 'Noor', { role: 6, permissions: ['view_report'] });
  const { asked, user } = await open({ 'PATCH /api/users/3': { body: { ...noor, role: null } } }, [ME, noor]);
  await user.click(screen.getByRole('button', { name: 'Change Noor' }));
  await user.selectOptions(screen.getByLabelText('Role'), 'Custom');
  expect(screen.getByLabelText<HTMLInputElement>('See reports').checked).toBe(true);
  await user.click(screen.getByLabelText('See all tickets'));
  await user.click(save());
  await waitFor(() => expect(asked('PATCH')[0]?.body).toEqual({ role: null, permissions: ['view_all', 'view_report'] }));
});

it('shows a link for another password, and loses nothing that was typed', async () => {
  const link = { link: 'https://desk.test/password_reset#2.3.word', expires_at: Date.parse('2026-03-11T09:05:00Z') };
  let refused = true;
  const { asked, user } = await open({
    'POST /api/users/2/password-link': () => (refused ? { status: 503, body: {} } : { status: 201, body: link }),
  });
  await user.click(screen.getByRole('button', { name: 'Change Mei' }));
  await user.type(screen.getByLabelText('Name'), ' Ling');
  const make = () => user.click(screen.getByRole('button', { name: 'Make a link for a new password' }));
  await make();
  await waitFor(() => expect(save().disabled).toBe(false));
  refused = false;
  await make();
  expect((await screen.findByLabelText<HTMLInputElement>('Link')).value).toBe(link.link);
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Mei Ling');
  expect(asked('PATCH')).toEqual([]);
});

it('makes a user all the same when the link cannot be made', async () => {
  const { asked, user } = await open({
    'POST /api/users': { status: 201, body: aUser(9, 'Noor') },
    'POST /api/users/9/password-link': { status: 503, body: {} },
  });
  await user.click(screen.getByRole('button', { name: 'New user' }));
  await user.type(screen.getByLabelText('Username'), 'noor');
  await user.click(save());
  expect(await screen.findByText('2 users')).toBeTruthy();
  expect(asked('POST').map((call) => call.key)).toEqual(['POST /api/users', 'POST /api/users/9/password-link']);
});

it('keeps what was typed while it is away, and asks before it is discarded', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'New user' }));
  await user.type(screen.getByLabelText('Username'), 'noor');
  cleanup();
  draw(<UsersSection />);
  expect((await screen.findByLabelText<HTMLInputElement>('Username')).value).toBe('noor');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('noor');
  useDialog.getState().dialog?.confirm?.run();
  await user.click(await screen.findByRole('button', { name: 'New user' }));
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('button', { name: 'New user' })).toBeTruthy();
});

it('asks before it disables, and enables at once', async () => {
  const { asked, user } = await open({ 'PUT /api/users/2/enabled': ({ body }) => ({ body: { ...MEI, disabled: !(body as { enabled: boolean }).enabled } }) });
  await user.click(screen.getByRole('button', { name: 'Disable Mei' }));
  expect(asked('PUT')).toEqual([]);
  useDialog.getState().dialog?.confirm?.run();
  await user.click(await screen.findByRole('button', { name: 'Enable Mei' }));
  await waitFor(() => expect(asked('PUT').map((call) => call.body)).toEqual([{ enabled: false }, { enabled: true }]));
});

it('says so when nobody fits, when it does not load, and when it is not for this person', async () => {
  serve({ 'GET /api/users': page([]), 'GET /api/roles': { body: ROLES }, 'GET /api/department2/-': { body: [] } });
  const first = draw(<UsersSection />);
  expect(await screen.findByText('Nobody fits')).toBeTruthy();
  first.unmount();
  serve({ 'GET /api/users': { status: 503, body: {} }, 'GET /api/roles': { body: ROLES } });
  const second = draw(<UsersSection />);
  expect(within(await screen.findByRole('alert')).getByText('The users could not be loaded')).toBeTruthy();
  second.unmount();
  useSession.setState({ session: { isAdmin: false } as Session });
  const { asked } = serve({});
  draw(<UsersSection />);
  expect(screen.getByText('This place is for admins')).toBeTruthy();
  expect(asked).toEqual([]);
});

it('knows what can be sent', () => {
  const form = formOf(MEI, ROLES);
  expect(draftOf(form, MEI)).toEqual({});
  expect(faultsOf(form, false, 5)).toEqual({});
  expect(faultsOf({ ...form, rank: '1.5', password: 'short' }, false, 5)).toEqual({ rank: 'fault.rank', password: 'fault.password_short' });
});
