import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { resetCheck } from '../check';
import { useSession } from '../store';
import { SetupPage } from './SetupPage';

const EMPTY = { 'GET /api/signup': { body: { open: false, begun: false } } };

beforeEach(() => {
  resetCheck();
  useSession.setState({ phase: 'out', session: null });
});

async function fill() {
  const user = userEvent.setup();
  await screen.findByLabelText('Code');
  const words = {
    Code: '7QK4-0XWZ-M2CD',
    'Name of your desk': 'New Shop',
    'Your name': 'Mei',
    Username: 'mei',
    Password: 'a password',
    'Mail address': 'a@b.example',
  };
  for (const [field, text] of Object.entries(words)) {
    await user.click(screen.getByLabelText(field));
    await user.paste(text);
  }
  await user.selectOptions(screen.getByLabelText('Language'), '中文');
  return user;
}
const press = (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: 'Set up the desk' }));

it('makes the desk and logs its owner in', async () => {
  const { asked } = serve({
    ...EMPTY,
    'POST /api/setup': { body: { result: 'success' } },
    'POST /api/auth2': { body: { result: 'success', token: 't', refresh_token: 'r' } },
    'POST /api/auth/check': { body: SESSION_ANSWER },
  });
  draw(<SetupPage />);
  await press(await fill());
  await waitFor(() => expect(useSession.getState().phase).toBe('in'));
  const { timezone, ...said } = asked.find(({ key }) => key === 'POST /api/setup')?.body as Record<string, string>;
  expect(said).toEqual({ code: '7QK4-0XWZ-M2CD', client: 'New Shop', name: 'Mei', username: 'mei', password: 'a password', email: 'a@b.example', language: 'zh' });
  expect(timezone).not.toBe('');
  expect(asked.find(({ key }) => key === 'POST /api/auth2')?.body).toEqual({ client: 'mei', password: 'a password', type: 'admin', tfa: '' });
});

it('asks for what is missing, and puts a wrong code under its field', async () => {
  serve({
    ...EMPTY,
    'POST /api/setup': { status: 422, body: { error: { code: 'invalid', fields: { code: 'This is not the code that the server printed when it started.' } } } },
  });
  draw(<SetupPage />);
  await screen.findByLabelText('Code');
  await press(userEvent.setup());
  expect(screen.getByText('The code is required.')).toBeTruthy();
  expect(screen.getByText('Password is required.')).toBeTruthy();
  await press(await fill());
  expect(await screen.findByText(/^This is not the code/)).toBeTruthy();
});

it('tells who was second', async () => {
  serve({
    ...EMPTY,
    'POST /api/setup': { status: 409, body: { error: { code: 'conflict', message: 'This desk has been set up already. Sign in.' } } },
  });
  draw(<SetupPage />);
  await press(await fill());
  expect((await screen.findByRole('alert')).textContent).toContain('set up already');
});

it('leads to the login where the desk has been set up', async () => {
  serve({ 'GET /api/signup': { body: { open: true, begun: true } } });
  draw(<SetupPage />);
  expect(await screen.findByText('This desk has been set up already')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to the login' }).getAttribute('href')).toBe('/');
  expect(screen.queryByLabelText('Code')).toBeNull();
  expect(screen.queryByText(/Nobody has used this desk/)).toBeNull();
});
