import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { resetCheck } from '../check';
import { useSession } from '../store';
import { ProviderSignIn } from './ProviderSignIn';

const OFFER = { 'GET /api/oauth': { body: { open: true, name: 'Example ID' } } };

beforeEach(() => {
  resetCheck();
  useSession.setState({ phase: 'out', session: null });
  window.location.hash = '';
});

it('is not there without a provider', async () => {
  const { asked } = serve({ 'GET /api/oauth': { body: { open: false, name: '' } } });
  draw(<ProviderSignIn />);
  await waitFor(() => expect(asked.length).toBe(1));
  expect(screen.queryByRole('button')).toBeNull();
});

it('says why the provider cannot be reached', async () => {
  serve({ ...OFFER, 'POST /api/oauth/start': { status: 503, body: { error: { code: 'unavailable' } } } });
  draw(<ProviderSignIn />);
  const button = await screen.findByRole('button', { name: 'Log in with Example ID' });
  await userEvent.setup().click(button);
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Log in with Example ID' }).disabled).toBe(false);
});

it('has the token verified and takes it out of the address', async () => {
  window.location.hash = '#oauth=a.b.c';
  const { asked } = serve({
    ...OFFER,
    'POST /api/oauth/verify': { body: { result: 'success', token: 't', refresh_token: 'r' } },
    'POST /api/auth/check': { body: SESSION_ANSWER },
  });
  draw(<ProviderSignIn />);
  await waitFor(() => expect(useSession.getState().phase).toBe('in'));
  expect(window.location.hash).toBe('');
  const verified = asked.filter(({ key }) => key === 'POST /api/oauth/verify');
  expect(verified).toEqual([{ key: 'POST /api/oauth/verify', body: { token: 'a.b.c', tfa: '' } }]);
});

it('asks for the second factor and brings the same token again', async () => {
  window.location.hash = '#oauth=a.b.c';
  let tries = 0;
  const { asked } = serve({
    ...OFFER,
    'POST /api/oauth/verify': () => {
      tries += 1;
      return tries === 1
        ? { status: 401, body: { result: 'failed', description: '2FA required.' } }
        : { body: { result: 'success', token: 't', refresh_token: 'r' } };
    },
    'POST /api/auth/check': { body: SESSION_ANSWER },
  });
  draw(<ProviderSignIn />);
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Two-factor code'), '123456');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  await waitFor(() => expect(useSession.getState().phase).toBe('in'));
  expect(asked.filter(({ key }) => key === 'POST /api/oauth/verify').map(({ body }) => body)).toEqual([
    { token: 'a.b.c', tfa: '' },
    { token: 'a.b.c', tfa: '123456' },
  ]);
});

it('shows why the way back did not end well', async () => {
  window.location.hash = '#oauth_failed=Begin%20it+again.';
  serve(OFFER);
  draw(<ProviderSignIn />);
  expect((await screen.findByRole('alert')).textContent).toContain('Begin it again.');
  expect(window.location.hash).toBe('');
});
