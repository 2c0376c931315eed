import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { setLanguage } from '../../i18n/i18n';
import { resetCheck } from '../check';
import { ProfileSection } from './ProfileSection';

// All of them would be drawn anew with every key.
vi.mock('./zones', () => ({ timezones: () => ['UTC'] }));

const OWN = { username: 'agent1', name: 'Aisyah', photo: '', email: 'a@desk.example', timezone: '', language: '' };
const WRONG = (field: string) => ({
  status: 422,
  body: { description: 'x', error: { code: 'invalid', fields: { [field]: 'x' } } },
});

beforeEach(() => {
  resetCheck();
  localStorage.clear();
});

afterEach(() => setLanguage('en'));

type Routes = Parameters<typeof serve>[0];
async function open(routes: Routes = {}) {
  const core = serve({ 'GET /api/me': { body: OWN }, 'POST /api/auth/check': { body: SESSION_ANSWER }, ...routes });
  draw(<ProfileSection />);
  await screen.findByLabelText('Name');
  const patches = () => core.asked.filter((call) => call.key === 'PATCH /api/me').map((call) => call.body);
  return { user: userEvent.setup(), patches, asked: core.asked };
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

it('sends only what was changed, and the session learns of it', async () => {
  const { user, patches, asked } = await open({
    'PATCH /api/me': ({ body }) => ({ body: { ...OWN, ...(body as object) } }),
  });
  expect(save().disabled).toBe(true);
  await user.clear(field('Name'));
  await user.type(field('Name'), 'Mei');
  await user.selectOptions(field('Language'), 'ms');
  await user.click(save());
  await waitFor(() => expect(patches()).toEqual([{ name: 'Mei', language: 'ms' }]));
  await waitFor(() => expect(asked.some((call) => call.key === 'POST /api/auth/check')).toBe(true));
  expect(localStorage.getItem('patchbay.language')).toBe('ms');
});

it('asks for the password before the mail address changes', async () => {
  let wrong = true;
  const { user, patches } = await open({
    'PATCH /api/me': () => (wrong ? WRONG('password') : { body: { ...OWN, email: 'b@desk.example' } }),
  });
  expect(screen.queryByLabelText('Your password')).toBeNull();
  await user.clear(field('Mail address'));
  await user.type(field('Mail address'), 'b@desk.example');
  await user.click(save());
  expect(screen.getByText('Password is required.')).toBeTruthy();
  await user.type(field('Your password'), 'word');
  await user.click(save());
  expect(await screen.findByText('The password is wrong.')).toBeTruthy();
  wrong = false;
  await user.click(save());
  await waitFor(() => expect(screen.queryByLabelText('Your password')).toBeNull());
  const sent = { email: 'b@desk.example', password: 'word' };
  expect(patches()).toEqual([sent, sent]);
});

it('puts a refusal under its field', async () => {
  const { user } = await open({ 'PATCH /api/me': WRONG('name') });
  await user.clear(field('Name'));
  await user.click(save());
  expect(await screen.findByText('A name has 1 to 80 characters.')).toBeTruthy();
});

it('drops the photo', async () => {
  const { user } = await open({
    'GET /api/me': { body: { ...OWN, photo: '/api/photos/x' } },
    'DELETE /api/me/photo': { body: OWN },
  });
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByRole('button', { name: 'Add a photo' })).toBeTruthy();
});

it('says so when it does not load', async () => {
  serve({ 'GET /api/me': { status: 503, body: {} } });
  draw(<ProfileSection />);
  expect(await screen.findByText('Your profile could not be loaded')).toBeTruthy();
});
