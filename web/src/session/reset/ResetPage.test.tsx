import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { ResetPage } from './ResetPage';

const OPEN = { 'GET /api/password_reset': { body: { available: true } } };
const LINKED = { 'POST /api/password_reset/check': { body: { username: 'agent1' } } };
const GONE = { status: 404, body: { error: { code: 'not_found' } } };

it('asks for the address and answers the same for every one', async () => {
  const { asked } = serve({ ...OPEN, 'POST /api/password_reset': { body: { result: 'success' } } });
  draw(<ResetPage />, '/password_reset');
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Mail address'), 'ann');
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  expect(screen.getByText('This is not a mail address.')).toBeTruthy();
  await user.type(screen.getByLabelText('Mail address'), '@customer.example');
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  expect((await screen.findByRole('status')).textContent).toContain('If this address is known here');
  expect(asked.at(-1)?.body).toEqual({ email: 'ann@customer.example' });
});

it.each([
  [{ status: 429, body: { error: { code: 'rate_limited' } } }, 'Too many attempts. Try again later.'],
  [{ status: 503, body: { description: 'Not now.' } }, 'Not now.'],
])('says why it was refused', async (answer, text) => {
  serve({ ...OPEN, 'POST /api/password_reset': answer });
  draw(<ResetPage />, '/password_reset');
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Mail address'), 'a@b.example');
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  expect(await screen.findByText(text)).toBeTruthy();
});

it('says that an admin has to do it where no mail is sent', async () => {
  serve({ 'GET /api/password_reset': { body: { available: false } } });
  draw(<ResetPage />, '/password_reset');
  expect(await screen.findByText(/Ask an admin of your team/)).toBeTruthy();
  expect(screen.getByText(/patchbay user password/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Write to the operator' }).getAttribute('href')).toBe('/contact');
  expect(screen.queryByRole('button')?.textContent ?? '').not.toContain('Send');
});

it('sets the password by the link of the mail', async () => {
  const { asked } = serve({ ...LINKED, 'POST /api/password_reset/finish': { body: { result: 'success' } } });
  draw(<ResetPage />, '/password_reset#1.2.signature');
  const user = userEvent.setup();
  expect((await screen.findByLabelText<HTMLInputElement>('Username')).value).toBe('agent1');
  await user.type(screen.getByLabelText('New password'), 'short');
  await user.click(screen.getByRole('button', { name: 'Set the password' }));
  expect(screen.getByText('A password has at least 8 characters.')).toBeTruthy();
  await user.type(screen.getByLabelText('New password'), ' no more');
  await user.click(screen.getByRole('button', { name: 'Set the password' }));
  expect((await screen.findByRole('status')).textContent).toContain('The password was changed');
  expect(asked.at(-1)?.body).toEqual({ link: '1.2.signature', password: 'short no more' });
});

const DEAD: [string, Parameters<typeof serve>[0]][] = [
  ['at once', { 'POST /api/password_reset/check': GONE }],
  ['after the password', { ...LINKED, 'POST /api/password_reset/finish': GONE }],
];

it.each(DEAD)('says that a link is dead, %s', async (when, routes) => {
  serve(routes);
  draw(<ResetPage />, '/password_reset#1.2.old');
  if (when !== 'at once') {
    const user = userEvent.setup();
    await user.type(await screen.findByLabelText('New password'), 'new password');
    await user.click(screen.getByRole('button', { name: 'Set the password' }));
  }
  expect((await screen.findByRole('alert')).textContent).toContain('This link does not work any more');
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toBeTruthy();
});
