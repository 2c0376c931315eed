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
  expect(asked.filter(({ key }) => key !== 'GET /api/oauth')).toEqual([]);
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

it('reveals the second factor when it is asked for', async () => {
  serve({ 'POST /api/auth2': { body: { result: 'failed', description: '2FA required.' } } });
  draw(<LoginPage />);
  await press(await fill('a', 'b'));
  expect(await screen.findByLabelText('Two-factor code')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
