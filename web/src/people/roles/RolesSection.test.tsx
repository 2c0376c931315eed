import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { beforeEach, describe, expect, it } from 'vitest';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { setLanguage } from '../../i18n/i18n';
import { applyEvent } from '../../realtime/apply';
import type { Session } from '../../session/model';
import { useSession } from '../../session/store';
import { useDialog } from '../../ui/dialog';
import { dropDrafts } from '../../ui/useDraft';
import type { Role } from '../model';
import '../texts';
import { rightsWords } from './model';
import { RolesSection } from './RolesSection';

const aRole = (id: number, name: string, more: Partial<Role> = {}): Role => ({ id, name, builtin: null, type: 'agent', rank: 20, permissions: [], users: 0, ...more });
const OWNER = aRole(1, 'Owner', { builtin: 'owner', type: 'admin', rank: 1, users: 1 });
const AGENT = aRole(4, 'Agent', { builtin: 'agent', rank: 10, users: 2 });
const NIGHT = aRole(7, 'Night desk');

const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

beforeEach(() => {
  dropDrafts();
  useSession.setState({ phase: 'in', session: { isAdmin: true, userId: 1, rank: 2 } as Session });
});

async function open(answers: Parameters<typeof serve>[0] = {}) {
  const core = serve({ 'GET /api/roles': { body: [OWNER, AGENT, NIGHT] }, ...answers });
  draw(<RolesSection />);
  await screen.findByText('Night desk');
  return { asked: (key: string) => core.asked.filter((call) => call.key.startsWith(key)), user: userEvent.setup() };
}

it('lists roles as the server orders them, with what they may do and how many have them', async () => {
  await open();
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent);
  expect(rows).toEqual([
    'OwnerAdmin1 userRanks above youSees every ticket and changes everything, settings too.',
    'AgentAgent2 usersSees free tickets and their own. Answers customers.',
    'Night deskAgent0 usersSees free tickets and their own. Answers customers.',
  ]);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Owner/ }).disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Delete Owner' })).toBeNull();
});

it('translates the name that a role began with, and no other', async () => {
  await open({ 'GET /api/roles': { body: [AGENT, { ...OWNER, name: 'Boss' }, NIGHT] } });
  await act(() => setLanguage('zh'));
  expect(screen.getByText('客服', { selector: 'span > span:first-child' })).toBeTruthy();
  expect(screen.getByText('Boss')).toBeTruthy();
  await act(() => setLanguage('en'));
});

it('makes a role, says what is missing, and previews what its people see', async () => {
  const { asked, user } = await open({ 'POST /api/roles': { status: 201, body: NIGHT } });
  await user.click(screen.getByRole('button', { name: 'New role' }));
  await user.click(screen.getByLabelText('See all tickets'));
  await user.click(screen.getByLabelText('Notes only'));
  expect(screen.getByRole('status', { name: 'What people with this role see and do:' }).textContent).toContain('Sees every ticket. Writes notes and answers no customers.');
  await user.click(save());
  expect(screen.getByText('A role needs a name.')).toBeTruthy();
  await user.type(screen.getByLabelText('Name of the role'), ' Night desk ');
  await user.click(screen.getByRole('button', { name: /^Advanced/ }));
  await user.clear(screen.getByLabelText('Rank'));
  await user.type(screen.getByLabelText('Rank'), '1');
  await user.click(save());
  expect(screen.getByText('You cannot give a rank above your own.')).toBeTruthy();
  await user.type(screen.getByLabelText('Rank'), '5');
  await user.click(save());
  expect(await screen.findByRole('button', { name: 'New role' })).toBeTruthy();
  expect(asked('POST')[0]?.body).toEqual({ name: 'Night desk', type: 'agent', rank: 15, permissions: ['notes_only', 'view_all'] });
}, 20_000);

it('changes a role by what is different', async () => {
  const { asked, user } = await open({ 'PATCH /api/roles/4': { body: AGENT } });
  await user.click(screen.getByRole('button', { name: /^Agent/ }));
  expect(screen.getByLabelText<HTMLInputElement>('Name of the role').value).toBe('Agent');
  await user.click(screen.getByLabelText('See reports'));
  await user.click(save());
  await waitFor(() => expect(asked('PATCH')[0]?.body).toEqual({ permissions: ['view_report'] }));
});

it('deletes after it was asked, and shows why it was refused with a way to the users', async () => {
  const why = '2 users have this role. Give them another one first.';
  const { asked, user } = await open({
    'DELETE /api/roles/7': { status: 204, body: null },
    'DELETE /api/roles/4': { status: 409, body: { error: { code: 'conflict', message: why } } },
  });
  await user.click(screen.getByRole('button', { name: 'Delete Night desk' }));
  expect(asked('DELETE')).toEqual([]);
  act(() => useDialog.getState().dialog?.confirm?.run());
  await waitFor(() => expect(asked('DELETE')).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Delete Agent' }));
  act(() => useDialog.getState().dialog?.confirm?.run());
  expect((await screen.findByRole('alert')).textContent).toContain(why);
  expect(screen.getByRole('link', { name: 'Go to Users' })).toBeTruthy();
});

it('is read anew when somebody else changed it', async () => {
  let roles = [OWNER, NIGHT];
  await open({ 'GET /api/roles': () => ({ body: roles }) });
  roles = [OWNER, { ...NIGHT, name: 'Late desk' }];
  act(() => applyEvent('rolesChanged', {}));
  expect(await screen.findByText('Late desk')).toBeTruthy();
});

it('says so when there is none, when it does not load, and when it is not for this person', async () => {
  serve({ 'GET /api/roles': { body: [] } });
  const first = draw(<RolesSection />);
  expect(await screen.findByText('No roles yet')).toBeTruthy();
  first.unmount();
  serve({ 'GET /api/roles': { status: 503, body: {} } });
  const second = draw(<RolesSection />);
  expect(await screen.findByText('The roles could not be loaded')).toBeTruthy();
  second.unmount();
  useSession.setState({ session: { isAdmin: false } as Session });
  const { asked } = serve({});
  draw(<RolesSection />);
  expect(screen.getByText('This place is for admins')).toBeTruthy();
  expect(asked).toEqual([]);
});

describe('what a role comes to', () => {
  const t = (key: string, values: Record<string, unknown> = {}) => i18next.t(key, { ...values, ns: 'people' });
  it.each<[string, Role['type'], string[], string]>([
    ['an admin', 'admin', ['view_report', 'notes_only', 'hide_chat'], 'Sees every ticket and changes everything, settings too.'],
    ['an admin without the kanban', 'admin', ['hide_kanban'], 'Sees every ticket and changes everything, settings too. Does not have: the kanban.'],
    ['a supervisor', 'agent', ['supervise', 'view_all', 'view_report'], 'Sees every ticket, reports, and the board. Answers customers. Steps into live chats.'],
    ['a light agent', 'agent', ['notes_only'], 'Sees free tickets and their own. Writes notes and answers no customers.'],
    ['an auditor', 'agent', ['read_only', 'view_all', 'view_audit', 'view_report'], 'Sees every ticket, reports, the board, and the audit log. Changes nothing.'],
    ['both limits', 'agent', ['notes_only', 'read_only'], 'Sees free tickets and their own. Changes nothing.'],
    ['hidden places', 'agent', ['hide_call', 'hide_contacts'], 'Sees free tickets and their own. Answers customers. Does not have: contacts and calls.'],
  ])('%s', (_who, type, permissions, words) => {
    expect(rightsWords({ type, permissions }, t, 'en')).toBe(words);
  });
});
