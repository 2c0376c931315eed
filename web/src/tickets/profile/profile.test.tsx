import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { aChannel, aPlugin, aTicket, SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { usePlugins } from '../../api/plugins';
import { applyEvent } from '../../realtime/apply';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { undo } from './calls';
import { alike, changesOf, formOf, type Profile as Known } from './model';
import { closeProfile, openProfile, useProfile } from './open';
import { ProfileDialog } from './ProfileDialog';

const MEI: Known = {
  id: 7, uid: 'u7', name: 'Mei', salutation: 'Puan', email: 'mei@shop.example', phone: '', language: 'en', identity_type: '', identity_number: '',
  identity_refused: false, birth_date: '', notes: '', avatar: null, facts: {}, created_ms: 1,
  identities: [{ account: 'Shop bot', kind: 'opaque', external_id: '81', display: 'Mei on Telegram' }], consents: [], merges: [], merged_into: null,
};
const READ = 'GET /api/contacts/7';

beforeEach(closeProfile);

it('suggests to merge who has the same address or number, and nobody else', async () => {
  const row = (id: number, name: string, email: string, phone = '') => ({ id, name, email, phone });
  const found = [row(7, 'Mei', 'mei@shop.example'), row(8, 'Mei Ling', 'MEI@shop.example'), row(9, 'Mei Mei', 'mei.mei@shop.example'), row(8, 'Mei Ling', 'MEI@shop.example')];
  expect(alike({ id: 7, email: 'mei@shop.example', phone: '+60 12-345 6789' }, [...found, row(10, 'M', '', '60123456789')])).toMatchObject([
    { other: { id: 8 }, same: 'email' }, { other: { id: 10 }, same: 'phone' },
  ]);
  const { asked } = serve({
    [READ]: { body: { data: MEI } },
    'GET /api/contacts/list': { body: { data: found } },
    'GET /api/contacts/8/merge': { body: { data: { identities: 1, tickets: 2, blocks: 0, invitations: 0, filled: [], kept: [] } } },
  });
  draw(<ProfileDialog contact={7} />);
  expect(await screen.findByText('Mei Ling has the same email address')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Merge with Mei Ling…' }));
  expect(await screen.findByRole('radio', { name: 'Mei (this one)' })).toBeTruthy();
  await waitFor(() => expect(asked.some(({ key }) => key === 'GET /api/contacts/8/merge')).toBe(true));
});

it('sends what is different, and a number only with its type', () => {
  expect(changesOf(formOf(MEI), MEI)).toEqual({});
  const typed = { ...formOf(MEI), identity_type: 'mykad' as const, identity_number: '900228105566', birth_date: '1990-02-28' };
  expect(changesOf(typed, MEI)).toEqual({
    identity_type: 'mykad', identity_number: '900228105566', identity_refused: false, birth_date: '1990-02-28 00:00:00',
  });
  expect(changesOf({ ...typed, identity_refused: true }, MEI).identity_number).toBe('');
  expect(changesOf({ ...formOf(MEI), identity_refused: true }, MEI)).toEqual({});
});

it('asks for a number of a type only, and says what is wrong with it', async () => {
  const wrong = { error: { code: 'invalid', message: 'x', fields: { identity_number: 'This number has 12 digits.' } } };
  const { asked } = serve({ [READ]: { body: { data: MEI } }, 'PUT /api/contacts/7': { status: 422, body: wrong } });
  draw(<ProfileDialog contact={7} />);
  const user = userEvent.setup();
  const type = await screen.findByRole('combobox', { name: 'Identity type' });
  expect(screen.queryByLabelText(/Identity number/)).toBeNull();
  await user.click(type);
  const offered = await screen.findAllByRole('option');
  expect(offered.map((option) => option.textContent)).toEqual([
    'None', 'MyKad ID', 'MyKid ID', 'PR MyKad', 'Passport No.', 'Army ID', 'Police ID', 'Baby of (B/O)',
  ]);
  await user.click(screen.getByRole('option', { name: 'MyKad ID' }));
  await user.click(screen.getByLabelText('Refuses to provide'));
  expect(screen.queryByLabelText(/Identity number/)).toBeNull();
  await user.click(screen.getByLabelText('Refuses to provide'));
  await user.type(screen.getByLabelText(/Identity number/), '12');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('This number has 12 digits.')).toBeTruthy();
  expect(asked.at(-1)?.body).toEqual({ identity_type: 'mykad', identity_number: '12', identity_refused: false });
});

it('tells what the contact no longer wants, and the provider\'s own words for what has none', async () => {
  const consents = [
    { channel: 'Shop', address: '60', topic: 'marketing', state: 'withdrawn' as const, told_at: 1 },
    { channel: 'Shop', address: '60', topic: 'fittings', state: 'given' as const, told_at: 2 },
  ];
  serve({ [READ]: { body: { data: { ...MEI, consents } } } });
  draw(<ProfileDialog contact={7} />);
  const list = await screen.findByRole('list', { name: 'Agreements' });
  const lines = Array.from(list.children).map((line) => line.textContent);
  expect(lines[0]).toMatch(/^No longer wants marketing messagesShop · /);
  expect(lines[1]).toMatch(/^Agreed to fittings/);
});

it('leads to the whole page, which is no part of a trial', async () => {
  serve({ [READ]: { body: { data: MEI } } });
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
  openProfile(7);
  const first = draw(<ProfileDialog contact={7} />);
  const link = await screen.findByRole('link', { name: 'View Profile' });
  expect(link.getAttribute('href')).toBe('/contacts/u7');
  await userEvent.click(link);
  expect(useProfile.getState().contact).toBeNull();
  first.unmount();
  useSession.setState({ session: sessionFrom({ ...SESSION_ANSWER, plan: 0 }) });
  draw(<ProfileDialog contact={7} />);
  await screen.findByLabelText('Notes');
  expect(screen.queryByRole('link', { name: 'View Profile' })).toBeNull();
});

it.each([
  ['LIVECHAT', true],
  ['PIGEON', false],
])('says what a visitor is (%s: %s)', async (channel, told) => {
  const identities = [{ account: 'Site', kind: 'opaque' as const, external_id: 'v1', display: '', channel }];
  const declared = aChannel(channel, { opens: told ? 'livechat' : 'ticket' });
  usePlugins.setState({ channels: new Map([[channel.toLowerCase(), declared]]) });
  serve({ [READ]: { body: { data: { ...MEI, identities } } } });
  draw(<ProfileDialog contact={7} />);
  await screen.findByLabelText('Notes');
  expect(screen.queryByText('This is a visitor who is using live chat from external websites.') !== null).toBe(told);
});

it('says that contacts are not for everybody', async () => {
  serve({ [READ]: { status: 403, body: { error: { code: 'forbidden', message: 'No.' } } } });
  draw(<ProfileDialog contact={7} />);
  expect(await screen.findByText('You do not have the permission to look at contacts')).toBeTruthy();
});

it('merges another contact after saying what moves, and undoes it', async () => {
  openProfile(7);
  const { asked } = serve({
    [READ]: { body: { data: MEI } },
    'GET /api/contacts/list': { body: { data: [{ id: 7, name: 'Mei', email: '', phone: '' }, { id: 9, name: 'Tan', email: '', phone: '' }] } },
    'GET /api/contacts/9/merge': { body: { data: { identities: 1, tickets: 2, blocks: 0, invitations: 0, filled: ['phone'], kept: ['name'] } } },
    'PUT /api/contacts/9/merge': { body: { result: 'success' } },
    'DELETE /api/contacts/9/merge': { body: { result: 'success' } },
  });
  draw(<ProfileDialog contact={7} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Merge…' }));
  await user.type(screen.getByLabelText('The other contact'), 'a');
  await user.click(await screen.findByRole('button', { name: 'Tan' }));
  expect(await screen.findByText('2 conversations')).toBeTruthy();
  expect(screen.getByText('Filled in from Tan: Phone')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Mei' }), 'not with itself').toBeNull();
  await user.click(screen.getByRole('button', { name: 'Merge' }));
  await waitFor(() => expect(asked.some(({ key }) => key === 'PUT /api/contacts/9/merge')).toBe(true));
  expect(asked.find(({ key }) => key.startsWith('PUT'))?.body).toEqual({ into: 7 });
  await undo({ id: 9, name: 'Tan' });
  expect(asked.at(-1)?.key).toBe('DELETE /api/contacts/9/merge');
});

it('shows earlier conversations by the page, and what changed elsewhere', async () => {
  openProfile(7);
  let now = MEI;
  serve({
    [READ]: () => ({ body: { data: now } }),
    'GET /api/user/profile/0': { body: { activity: [9, 8, 7, 6, 5].map((id) => aTicket({ id, title: `Lamp ${id}` })) } },
    'GET /api/user/profile/5': { body: { activity: [aTicket({ id: 3, title: 'Bulb' })] } },
  });
  draw(<ProfileDialog contact={7} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('tab', { name: 'Conversations' }));
  expect(await screen.findAllByText(/Lamp/)).toHaveLength(5);
  await user.click(await screen.findByRole('button', { name: 'Load More' }));
  expect(await screen.findByText('All caught up!')).toBeTruthy();
  now = { ...MEI, name: 'Mei Ling' };
  applyEvent('contactUpdated', { contact: { id: 7, name: 'Mei Ling', email: '', phone: '' } });
  expect(await screen.findByText('Puan Mei Ling')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: /Bulb/ }));
  expect(useProfile.getState().contact).toBeNull();
});

it('leads to each conversation by its kind, and keeps what the list beside it is narrowed to', async () => {
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
  usePlugins.setState({ plugins: [aPlugin('EXCHANGE', ['calls'])] });
  const activity = [aTicket({ id: 9, ticket_number: 9 }), aTicket({ id: 8, ticket_number: 8, livechat: true }), aTicket({ id: 7, ticket_number: 7, channel: 'EXCHANGE' })];
  serve({ [READ]: { body: { data: MEI } }, 'GET /api/user/profile/0': { body: { activity } } });
  draw(<ProfileDialog contact={7} />, '/ticket/3?filter=all');
  await userEvent.click(await screen.findByRole('tab', { name: 'Conversations' }));
  const list = within(await screen.findByRole('list', { name: 'Conversations' }));
  expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/ticket/9?filter=all', '/livechat/8', '/call/7']);
});

it('shows the date of birth as yyyy-MM-dd, and says so where it is written otherwise', async () => {
  const known = { ...MEI, birth_date: '1990-02-28' };
  const { asked } = serve({ [READ]: { body: { data: known } }, 'PUT /api/contacts/7': { body: { data: { ...known, birth_date: '1991-03-01' } } } });
  draw(<ProfileDialog contact={7} />);
  const field = await screen.findByLabelText<HTMLInputElement>('Date of birth');
  expect([field.value, field.type, field.placeholder]).toEqual(['1990-02-28', 'text', 'yyyy-MM-dd']);
  const user = userEvent.setup();
  await user.clear(field);
  await user.type(field, '01/03/1991');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Write a day of the calendar as yyyy-MM-dd, such as 1990-02-28.')).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await user.clear(field);
  await user.type(field, '1991-03-01');
  expect(screen.queryByText(/Write a day/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked.find(({ key }) => key === 'PUT /api/contacts/7')?.body).toEqual({ birth_date: '1991-03-01 00:00:00' }));
});
