import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { SESSION_ANSWER } from '../../tests/builders';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { LoginPage } from './LoginPage';
import { useSession } from './store';

beforeEach(() => useSession.setState({ phase: 'out', session: null }));

async function fill(username: string, password: string) {
  const user = userEvent.setup();
  if (username !== '') await user.type(screen.getByLabelText('Username'), username);
  if (password !== '') await user.type(screen.getByLabelText('Password'), password);
  return user;
}
const press = (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: 'Log in' }));

it('asks for what is missing', async () => {
  const { asked } = serve({});
  draw(<LoginPage />);
  await press(userEvent.setup());
  expect(await screen.findByText('Username is required.')).toBeTruthy();
  expect(screen.getByText('Password is required.')).toBeTruthy();
  expect(asked.filter(({ key }) => !['GET /api/oauth', 'GET /api/signup'].includes(key))).toEqual([]);
});

it('sends the four keys and opens the workspace', async () => {
  const { asked } = serve({
    'POST /api/auth2': { body: { result: 'success', token: 't', refresh_token: 'r' } },
    'POST /api/auth/check': { body: SESSION_ANSWER },
  });
  draw(<LoginPage />);
  const user = await fill('admin', 'secret');
  await user.click(screen.getByText('Admin'));
  await press(user);
  await waitFor(() => expect(useSession.getState().phase).toBe('in'));
  expect(asked.find(({ key }) => key === 'POST /api/auth2')?.body).toEqual({ client: 'admin', password: 'secret', type: 'admin', tfa: '' });
});

it.each([
  [{ description: 'Username or password is wrong.' }, 'Username or password is wrong.'],
  [{ result: 'failed' }, 'Failed'],
])('shows the description or the fallback', async (body, text) => {
  serve({ 'POST /api/auth2': { status: 401, body } });
  draw(<LoginPage />);
  await press(await fill('a', 'b'));
  expect((await screen.findByRole('alert')).textContent).toContain(text);
});

it.each([
  ['agent', 'admin', 'Admin'],
  ['admin', 'agent', 'Agent'],
])('offers to log in as the other kind, tried as %s', async (first, second, name) => {
  const { asked } = serve({
    'POST /api/auth2': ({ body }) =>
      (body as { type: string }).type === second
        ? { body: { result: 'success', token: 't', refresh_token: 'r' } }
        : { status: 401, body: { description: 'Username or password is wrong.' } },
    'POST /api/auth/check': { body: SESSION_ANSWER },
  });
  draw(<LoginPage />);
  const user = await fill('boss', 'secret');
  if (first === 'admin') await user.click(screen.getByText('Admin'));
  await press(user);
  expect((await screen.findByRole('alert')).textContent).toContain('Username or password is wrong.');
  await user.click(screen.getByRole('button', { name: `Log in as ${name}` }));
  await waitFor(() => expect(useSession.getState().phase).toBe('in'));
  const tries = asked.filter(({ key }) => key === 'POST /api/auth2').map(({ body }) => body);
  expect(tries).toEqual([first, second].map((type) => ({ client: 'boss', password: 'secret', type, tfa: '' })));
});

it('offers nothing of the kind where the server answers something else', async () => {
  serve({ 'POST /api/auth2': { status: 429, body: { error: { code: 'rate_limited', message: 'Too many attempts.' } } } });
  draw(<LoginPage />);
  await press(await fill('a', 'b'));
  expect((await screen.findByRole('alert')).textContent).toContain('Too many attempts.');
  expect(screen.queryByRole('button', { name: /^Log in as/ })).toBeNull();
});

it('reveals the second factor when it is asked for', async () => {
  serve({ 'POST /api/auth2': { status: 401, body: { description: '2FA required.' } } });
  draw(<LoginPage />);
  await press(await fill('a', 'b'));
  expect(await screen.findByLabelText('Two-factor code')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('offers the other kind for no wrong code', async () => {
  serve({ 'POST /api/auth2': { status: 401, body: { description: 'The two-factor code is wrong.' } } });
  draw(<LoginPage />);
  await press(await fill('a', 'b'));
  expect((await screen.findByRole('alert')).textContent).toContain('The two-factor code is wrong.');
  expect(screen.queryByRole('button', { name: /^Log in as/ })).toBeNull();
});

it('leads to the first run where nobody could log in', async () => {
  serve({ 'GET /api/signup': { body: { open: false, begun: false } } });
  draw(<LoginPage />);
  await waitFor(() => expect(screen.queryByLabelText('Username')).toBeNull());
});

it('leads strangers to a trial and to the operator', () => {
  draw(<LoginPage />);
  const where = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect([where('Sign up'), where('Contact'), where('Forgot your password?')]).toEqual(['/signup', '/contact', '/password_reset']);
});
