import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { useDialog } from '../../ui/dialog';
import type { Session } from '../model';
import { useSession } from '../store';
import { SecuritySection } from './SecuritySection';

const OFF = { enabled: false, recovery_codes_left: 0 };
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const here = { id: 1, created_at: 0, last_seen_at: 0, user_agent: FIREFOX, address: '192.0.2.1', current: true };
const there = { id: 2, created_at: 0, last_seen_at: 0, user_agent: 'curl/8.5.0', address: '192.0.2.7', current: false };
const ENROLMENT = { secret: 'ABCDEFGH', uri: 'otpauth://totp/x', qr: { size: 33, path: 'M0 0h7v1h-7z' } };
const CODES = { recovery_codes: ['aaaaa-bbbbb', 'ccccc-ddddd'] };

beforeEach(() => {
  useSession.setState({ phase: 'in', session: { username: 'agent1' } as Session });
  useDialog.setState({ dialog: null, open: false });
});

type Routes = Parameters<typeof serve>[0];
function open(routes: Routes = {}) {
  const core = serve({
    'GET /api/me/two-factor': { body: OFF },
    'GET /api/me/sessions': { body: [here, there] },
    ...routes,
  });
  draw(<SecuritySection />);
  return { user: userEvent.setup(), posted: () => core.asked.filter((call) => !call.key.startsWith('GET')) };
}

it('turns the second factor on: password, secret, code, and the recovery codes once', async () => {
  let enabled = false;
  const { user, posted } = open({
    'GET /api/me/two-factor': () => ({ body: enabled ? { enabled: true, recovery_codes_left: 10 } : OFF }),
    'POST /api/me/two-factor': { body: ENROLMENT },
    'POST /api/me/two-factor/confirm': () => {
      enabled = true;
      return { body: CODES };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Turn on' }));
  await user.click(screen.getByRole('button', { name: 'Turn on' }));
  expect(await screen.findByText('Password is required.')).toBeTruthy();
  await user.type(screen.getByLabelText('Your password'), 'secret word');
  await user.click(screen.getByRole('button', { name: 'Turn on' }));
  expect(await screen.findByRole('img', { name: 'QR code of the secret' })).toBeTruthy();
  expect(screen.getByText('ABCD EFGH')).toBeTruthy();
  await user.type(screen.getByLabelText('Code from the app'), '123456');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('aaaaa-bbbbb')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'I have kept them' }));
  expect(await screen.findByText('10 recovery codes are left.')).toBeTruthy();
  expect(screen.queryByText('aaaaa-bbbbb')).toBeNull();
  expect(posted().map((call) => call.body)).toEqual([{ password: 'secret word' }, { code: '123456' }]);
});

it.each([
  [{ status: 422, body: { description: 'The code is wrong.', error: { code: 'invalid' } } }, 'The code is wrong.'],
  [{ status: 429, body: { error: { code: 'rate_limited' } } }, 'Too many attempts. Try again later.'],
])('says why a code is refused and keeps the picture', async (answer, text) => {
  const { user } = open({ 'POST /api/me/two-factor': { body: ENROLMENT }, 'POST /api/me/two-factor/confirm': answer });
  await user.click(await screen.findByRole('button', { name: 'Turn on' }));
  await user.type(screen.getByLabelText('Your password'), 'x');
  await user.click(screen.getByRole('button', { name: 'Turn on' }));
  await user.type(await screen.findByLabelText('Code from the app'), '1');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByRole('img', { name: 'QR code of the secret' })).toBeTruthy();
});

it('lists the sessions and ends the others after asking', async () => {
  let ended = false;
  const { user, posted } = open({
    'GET /api/me/sessions': () => ({ body: ended ? [here] : [here, there] }),
    'DELETE /api/me/sessions/2': () => {
      ended = true;
      return { body: { result: 'success' } };
    },
  });
  expect(await screen.findByText('Firefox on Linux')).toBeTruthy();
  expect(screen.getByText('This one')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Sign out Firefox on Linux' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Sign out curl' }));
  expect(posted()).toEqual([]);
  useDialog.getState().dialog?.confirm?.run();
  expect(await screen.findByText('You are signed in nowhere else.')).toBeTruthy();
  expect(posted().map((call) => call.key)).toEqual(['DELETE /api/me/sessions/2']);
});

it('changes the password, and puts a refusal under its field', async () => {
  let wrong = true;
  const { user, posted } = open({
    'POST /api/me/password': () =>
      wrong
        ? {
            status: 422,
            body: {
              description: 'The password is wrong.',
              error: { code: 'invalid', fields: { password: 'The password is wrong.' } },
            },
          }
        : { body: { result: 'success' } },
  });
  const change = screen.getByRole('button', { name: 'Change password' });
  await user.click(change);
  expect(screen.getByText('Password is required.')).toBeTruthy();
  expect(screen.getByText('A password has at least 8 characters.')).toBeTruthy();
  await user.type(screen.getByLabelText('Current password'), 'old word');
  await user.type(screen.getByLabelText('New password'), 'new password');
  await user.click(change);
  expect(await screen.findByText('The password is wrong.')).toBeTruthy();
  wrong = false;
  await user.click(change);
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe(''));
  expect(posted()).toHaveLength(2);
  expect(posted()[1]?.body).toEqual({ password: 'old word', new_password: 'new password' });
});

it('says so when something does not load', async () => {
  open({
    'GET /api/me/two-factor': { status: 503, body: {} },
    'GET /api/me/sessions': { status: 503, body: {} },
  });
  expect(await screen.findByText('This could not be loaded')).toBeTruthy();
  expect(await screen.findByText('The sessions could not be loaded')).toBeTruthy();
});
