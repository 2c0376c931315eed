import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { resetCheck } from '../check';
import { useSession } from '../store';
import { SignupPage } from './SignupPage';

const OPEN = { 'GET /api/signup': { body: { open: true, begun: true } } };

beforeEach(() => {
  resetCheck();
  useSession.setState({ phase: 'out', session: null });
});

async function fill() {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Name of your organisation'), 'New Shop');
  await user.type(screen.getByLabelText('Username'), 'admin');
  await user.type(screen.getByLabelText('Mail address'), 'a@b.example');
  await user.type(screen.getByLabelText('Password'), 'a password');
  return user;
}
const press = (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: 'Sign up' }));

it('makes a desk and logs its admin in', async () => {
  const { asked } = serve({
    ...OPEN,
    'POST /api/signup': { body: { result: 'success' } },
    'POST /api/auth2': { body: { result: 'success', token: 't', refresh_token: 'r' } },
    'POST /api/auth/check': { body: SESSION_ANSWER },
  });
  draw(<SignupPage />);
  await press(await fill());
  await waitFor(() => expect(useSession.getState().phase).toBe('in'));
  expect(asked[1]?.body).toEqual({ client: 'New Shop', username: 'admin', email: 'a@b.example', password: 'a password' });
  expect(asked[2]?.body).toEqual({ client: 'admin@New Shop', password: 'a password', type: 'admin', tfa: '' });
});

it('asks for what is missing, and puts refusals under their fields', async () => {
  serve({
    ...OPEN,
    'POST /api/signup': {
      status: 422,
      body: { error: { code: 'invalid', fields: { client: 'That name is taken.' } } },
    },
  });
  draw(<SignupPage />);
  await screen.findByLabelText('Username');
  await press(userEvent.setup());
  expect(screen.getByText('A mail address is required.')).toBeTruthy();
  await press(await fill());
  expect(await screen.findByText('That name is taken.')).toBeTruthy();
});

it('says so where sign-up is closed, and leads to the operator', async () => {
  serve({ 'GET /api/signup': { body: { open: false, begun: true } } });
  draw(<SignupPage />);
  expect(await screen.findByText('Sign-up is disabled')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Write to the operator' }).getAttribute('href')).toBe('/contact');
  expect(screen.queryByRole('button', { name: 'Sign up' })).toBeNull();
});

it('says how the first user is made', async () => {
  serve({ 'GET /api/signup': { body: { open: false, begun: false } } });
  draw(<SignupPage />);
  expect(await screen.findByText(/patchbay user create/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Set the desk up in the browser' }).getAttribute('href')).toBe('/setup');
  expect(screen.queryByRole('link', { name: 'Write to the operator' })).toBeNull();
});
