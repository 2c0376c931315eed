import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { SESSION_ANSWER } from '../../tests/builders';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { applyEvent } from '../realtime/apply';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { useDialog } from '../ui/dialog';
import { dropDrafts } from '../ui/useDraft';
import { CallSettingsRoom } from './CallSettingsRoom';

const READ = 'GET /api/call/settings';
const SAVE = 'PUT /api/call/settings';
const USUAL = { acw_seconds: 30, call_prefix: '', sip_ip: '', sip_port: '', popup_on_call: true, keypresses: [] };

beforeEach(() => {
  dropDrafts();
  useSession.setState({ phase: 'in', session: sessionFrom({ ...SESSION_ANSWER, permission: ['call_settings'] }) });
});

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

it('is for whoever has the permission', async () => {
  const { asked } = serve({});
  useSession.setState({ phase: 'in', session: sessionFrom({ ...SESSION_ANSWER, permission: [] }) });
  draw(<CallSettingsRoom />);
  expect(await screen.findByText('You do not have the permission to change call configurations')).toBeTruthy();
  expect(asked).toEqual([]);
});

it('says that it could not be loaded, and tries again', async () => {
  let works = false;
  serve({ [READ]: () => (works ? { body: USUAL } : { status: 500, body: {} }) });
  draw(<CallSettingsRoom />);
  expect(await screen.findByText('The call configurations could not be loaded')).toBeTruthy();
  works = true;
  await userEvent.click(screen.getByRole('button', { name: /again/i }));
  expect(await screen.findByRole('textbox', { name: 'Prefix' })).toBeTruthy();
});

it('saves all of it, and this window follows', async () => {
  let stored: unknown = USUAL;
  const { asked } = serve({ [READ]: () => ({ body: stored }), [SAVE]: ({ body }) => ({ body: (stored = body) }) });
  draw(<CallSettingsRoom />);
  const user = userEvent.setup();
  await screen.findByText('No keys have a name yet.');
  expect(save().disabled).toBe(true);
  await user.click(screen.getByRole('switch', { name: /^Show incoming calls to agents/ }));
  await user.click(screen.getByRole('button', { name: 'Add a keypress' }));
  const row = within(screen.getByRole('group', { name: 'Keypress 1' }));
  await user.type(row.getByRole('textbox', { name: 'Keys of Keypress 1' }), '12');
  await user.type(row.getByRole('textbox', { name: 'Name of Keypress 1' }), 'Sales');
  await user.clear(field('After-call work'));
  await user.type(field('Prefix'), '9');
  await user.type(field('Address'), 'sip.example.com');
  await user.type(field('Port'), '5061');
  await user.click(save());
  await waitFor(() => expect(asked.find(({ key }) => key === SAVE)?.body).toEqual({
    acw_seconds: 0, call_prefix: '9', sip_ip: 'sip.example.com', sip_port: '5061', popup_on_call: false, keypresses: [{ keys: '12', name: 'Sales' }],
  }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull());
  const { session } = useSession.getState();
  expect([session?.popsUpOnCall, session?.keypresses]).toEqual([false, [{ keys: '12', name: 'Sales' }]]);
  await user.click(screen.getByRole('button', { name: 'Take away Keypress 1' }));
  expect(screen.getByText('No keys have a name yet.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  act(() => useDialog.getState().dialog?.confirm?.run());
  expect(screen.getByRole('group', { name: 'Keypress 1' })).toBeTruthy();
});

it('puts what is refused beside its field', async () => {
  const fields = { sip_port: 'Give a port from 1 to 65535, or nothing.', 'keypresses.0.keys': 'These keys have a name already.' };
  serve({
    [READ]: { body: { ...USUAL, keypresses: [{ keys: '1', name: 'Sales' }] } },
    [SAVE]: { status: 422, body: { error: { code: 'invalid', message: 'The settings cannot be kept like this.', fields } } },
  });
  draw(<CallSettingsRoom />);
  const user = userEvent.setup();
  await user.type(await screen.findByRole('textbox', { name: 'Port' }), '99999');
  await user.click(save());
  for (const words of Object.values(fields)) expect(await screen.findByText(words)).toBeTruthy();
  expect(field('Port').value).toBe('99999');
});

it('shows what somebody else saved', async () => {
  let stored = USUAL;
  serve({ [READ]: () => ({ body: stored }) });
  draw(<CallSettingsRoom />);
  await screen.findByRole('textbox', { name: 'Prefix' });
  stored = { ...USUAL, call_prefix: '8' };
  act(() => applyEvent('settingsChanged', { popup_on_call: 1, keypresses: [] }));
  await waitFor(() => expect(field('Prefix').value).toBe('8'));
});
