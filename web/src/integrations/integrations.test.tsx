import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import type { Session } from '../session/model';
import { useSession } from '../session/store';
import { dropDrafts } from '../ui/useDraft';
import { KeysSection } from './KeysSection';
import { stateOf, type ApiKey, type Webhook, type WebhookDelivery } from './model';
import { WebhooksSection } from './WebhooksSection';

const KEY: ApiKey = {
  id: 3,
  name: 'Shop sync',
  prefix: 'pbk_abcdef',
  scopes: ['read', 'admin'],
  user: 'admin',
  created_at: 1_700_000_000_000,
  last_used_at: null,
};
const HOOK: Webhook = {
  id: 5,
  url: 'https://shop.example/hook',
  events: ['ticket.created'],
  enabled: true,
  failing_since: null,
  gave_up_at: null,
  created_at: 1_700_000_000_000,
};
const SENT: WebhookDelivery = {
  id: 8,
  event: 'ticket.created',
  state: 'failed',
  attempts: 2,
  status: 500,
  error: '',
  body: '{"id":"1-2"}',
  created_at: 1_700_000_000_000,
  attempted_at: 1_700_000_000_000,
};
const EVENTS = ['ticket.created', 'message.created'];

beforeEach(() => {
  dropDrafts();
  useSession.setState({ phase: 'in', session: { isAdmin: true, timezone: 'UTC' } as Session });
});

it('makes a key and shows its word once', async () => {
  const { asked } = serve({
    'GET /api/keys': { body: [] },
    'POST /api/keys': { status: 201, body: { ...KEY, word: 'pbk_whole-word' } },
  });
  draw(<KeysSection />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'New key' }));
  await user.click(screen.getByRole('button', { name: 'Make the key' }));
  expect(await screen.findByText('Give it a name.')).toBeTruthy();
  await user.type(screen.getByLabelText('Name'), 'Shop sync');
  await user.click(screen.getByLabelText('Write'));
  await user.click(screen.getByRole('button', { name: 'Make the key' }));
  expect(await screen.findByDisplayValue('pbk_whole-word')).toBeTruthy();
  const made = asked.find(({ key }) => key === 'POST /api/keys');
  expect(made?.body).toEqual({ name: 'Shop sync', scopes: ['read', 'write'] });
  await user.click(screen.getByRole('button', { name: 'I have copied it' }));
  await waitFor(() => expect(screen.queryByDisplayValue('pbk_whole-word')).toBeNull());
});

it('lists keys with what they may do', async () => {
  serve({ 'GET /api/keys': { body: [KEY] } });
  draw(<KeysSection />);
  expect(await screen.findByText('Shop sync')).toBeTruthy();
  expect(screen.getByText('Admin calls')).toBeTruthy();
  expect(screen.getByText(/never used/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Revoke Shop sync' })).toBeTruthy();
});

it('lets those have keys of their own who may, without what admins do', async () => {
  useSession.setState({ phase: 'in', session: { isAdmin: false, permissions: { api_keys: true }, timezone: 'UTC' } as unknown as Session });
  const { asked } = serve({
    'GET /api/keys': { body: [{ ...KEY, user: 'agent1', scopes: ['read'] }] },
    'GET /api/mcp/setting': { body: { on: true, redact: true, address: 'https://desk.example/api/mcp' } },
    'POST /api/keys': { status: 201, body: { ...KEY, word: 'pbk_whole-word' } },
  });
  draw(<KeysSection />);
  expect(await screen.findByDisplayValue('https://desk.example/api/mcp')).toBeTruthy();
  expect(screen.queryByLabelText('Let assistants in')).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'New key' }));
  expect(screen.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).value)).toEqual(['read', 'write']);
  await userEvent.type(screen.getByLabelText('Name'), 'Assistant');
  await userEvent.click(screen.getByRole('button', { name: 'Make the key' }));
  expect(await screen.findByDisplayValue('pbk_whole-word')).toBeTruthy();
  expect(asked.find(({ key }) => key === 'POST /api/keys')?.body).toEqual({ name: 'Assistant', scopes: ['read'] });
});

it('says that assistants are not let in, where an agent cannot change it', async () => {
  useSession.setState({ phase: 'in', session: { isAdmin: false, permissions: { api_keys: true }, timezone: 'UTC' } as unknown as Session });
  serve({ 'GET /api/keys': { body: [] }, 'GET /api/mcp/setting': { body: { on: false, redact: true, address: 'https://desk.example/api/mcp' } } });
  draw(<KeysSection />);
  expect(await screen.findByText(/once an admin lets assistants in/)).toBeTruthy();
  expect(screen.queryByDisplayValue('https://desk.example/api/mcp')).toBeNull();
});

it.each([
  [KeysSection, 'GET /api/keys', 'The API keys could not be loaded'],
  [WebhooksSection, 'GET /api/webhooks', 'The webhooks could not be loaded'],
])('says what is wrong, and is for admins', async (Section, call, title) => {
  serve({ [call]: { status: 500, body: {} } });
  draw(<Section />);
  expect(await screen.findByText(title)).toBeTruthy();
  useSession.setState({ session: { isAdmin: false } as Session });
  draw(<Section />);
  expect((await screen.findAllByText('This place is for admins')).length).toBeGreaterThan(0);
});

it('makes a webhook and shows its secret once', async () => {
  const { asked } = serve({
    'GET /api/webhooks': { body: { webhooks: [], events: EVENTS } },
    'POST /api/webhooks': { status: 201, body: { ...HOOK, secret: 'whsec_abc' } },
  });
  draw(<WebhooksSection />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'New webhook' }));
  await user.type(screen.getByLabelText('Address'), HOOK.url);
  await user.click(screen.getByLabelText('A ticket was opened'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByDisplayValue('whsec_abc')).toBeTruthy();
  expect(asked.find(({ key }) => key === 'POST /api/webhooks')?.body).toEqual({
    url: HOOK.url,
    events: ['ticket.created'],
    enabled: true,
  });
});

it('shows what was sent, and sends it again', async () => {
  const { asked } = serve({
    'GET /api/webhooks': { body: { webhooks: [HOOK], events: EVENTS } },
    'GET /api/webhooks/5/deliveries': { body: { data: [SENT], more: false } },
    'POST /api/webhooks/5/deliveries/8/replay': { status: 202, body: SENT },
  });
  draw(<WebhooksSection />);
  const user = userEvent.setup();
  await user.click(await screen.findByText(HOOK.url));
  const line = (await screen.findByText(/answer 500/)).closest('li');
  if (line === null) throw new Error('no line');
  await user.click(within(line).getByRole('button', { name: 'What was sent' }));
  expect(within(line).getByText(/"1-2"/)).toBeTruthy();
  await user.click(within(line).getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(asked.some(({ key }) => key.endsWith('/8/replay'))).toBe(true));
});

it('knows how a webhook is', () => {
  expect(stateOf(HOOK)).toBe('on');
  expect(stateOf({ ...HOOK, failing_since: 1 })).toBe('failing');
  expect(stateOf({ ...HOOK, enabled: false })).toBe('off');
  expect(stateOf({ ...HOOK, enabled: false, gave_up_at: 1 })).toBe('gave_up');
});
