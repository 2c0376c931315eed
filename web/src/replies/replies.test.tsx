import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { usePlugins } from '../api/plugins';
import { useReplies, useSignatures } from '../api/replies';
import type { CannedReply, Plugin } from '../api/types';
import type { Session } from '../session/model';
import { useSession } from '../session/store';
import { dropDrafts } from '../ui/useDraft';
import { matching, shortcutOf } from './model';
import { RepliesSection } from './RepliesSection';
import { SignaturesSection } from './SignaturesSection';

const aReply = (over: Partial<CannedReply>): CannedReply => ({
  id: 1,
  title: 'Refund',
  shortcut: 'refund',
  text: 'We send it back.',
  shared: true,
  uses: 3,
  updated_at: 0,
  ...over,
});
const STORED = [aReply({}), aReply({ id: 2, title: 'Goodbye', shortcut: 'bye', text: 'Bye.', shared: false, uses: 1 })];
const list = (replies: CannedReply[]) => ({ body: { replies, variables: ['contact.name', 'ticket.number'] } });

beforeEach(() => {
  dropDrafts();
  useSession.setState({ phase: 'in', session: { isAdmin: true } as Session });
  useReplies.setState({ phase: 'idle', problem: null, replies: [], variables: [] });
  useSignatures.setState({ phase: 'idle', problem: null, signatures: [] });
});

it('finds words anywhere', () => {
  const found = (search: string) => matching(STORED, search).map((reply) => reply.id);
  expect(found('')).toEqual([1, 2]);
  expect(found('BACK send')).toEqual([1]);
  expect(found('/bye')).toEqual([2]);
  expect(found('nothing')).toEqual([]);
});

it.each([
  ['Where is my parcel?', 'where-is-my-parcel'],
  ['  ', ''],
  ['退款 说明', '退款-说明'],
])('makes a shortcut of %s', (title, expected) => expect(shortcutOf(title)).toBe(expected));

it('keeps a new reply with a variable', async () => {
  const core = serve({ 'GET /api/replies': list(STORED), 'POST /api/replies': { status: 201, body: aReply({ id: 3 }) } });
  draw(<RepliesSection />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'New reply' }));
  await user.type(screen.getByLabelText('Title'), 'Say hi');
  expect(screen.getByLabelText<HTMLInputElement>('Shortcut').value).toBe('say-hi');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Write the reply.')).toBeTruthy();
  await user.type(screen.getByLabelText('Text'), 'Hi ');
  await user.click(screen.getByRole('button', { name: "Contact's name" }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(core.asked.some((call) => call.key === 'POST /api/replies')).toBe(true));
  const sent = core.asked.find((call) => call.key === 'POST /api/replies')?.body;
  expect(sent).toEqual({ title: 'Say hi', shortcut: 'say-hi', text: 'Hi {{contact.name}}', shared: true });
  expect(await screen.findByRole('button', { name: /^Refund/ })).toBeTruthy();
});

it('lets agents read shared replies and change their own', async () => {
  useSession.setState({ session: { isAdmin: false } as Session });
  serve({ 'GET /api/replies': list(STORED) });
  draw(<RepliesSection />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^Refund/ }));
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Title').readOnly).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.queryByRole('button', { name: 'Delete Refund' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Delete Goodbye' })).toBeTruthy();
  await user.type(screen.getByLabelText('Search replies'), 'zzz');
  expect(screen.getByText('No reply holds these words.')).toBeTruthy();
});

it('says so when there are none and when they do not load', async () => {
  serve({ 'GET /api/replies': list([]) });
  const shown = draw(<RepliesSection />);
  expect(await screen.findByText('No canned replies yet')).toBeTruthy();
  shown.unmount();
  useReplies.setState({ phase: 'idle', replies: [] });
  serve({ 'GET /api/replies': { status: 503, body: {} } });
  draw(<RepliesSection />);
  expect(await screen.findByText('The replies could not be loaded')).toBeTruthy();
});

it('keeps a signature for everywhere and one for a channel that takes them', async () => {
  const channel = { value: 'EMAIL', name: 'Email', group: 'email', opens: 'ticket', color: '', icon: '' } as const;
  const plugins = [
    { id: 'email', channels: [{ ...channel, signature: true }] },
    { id: 'chat', channels: [{ ...channel, value: 'CHAT', name: 'Chat', signature: false }] },
  ] as unknown as Plugin[];
  usePlugins.setState({ plugins });
  const kept = [{ channel: 'EMAIL', text: 'Mei', enabled: true }];
  const core = serve({ 'GET /api/signatures': { body: [] }, 'PUT /api/signatures': { body: kept } });
  draw(<SignaturesSection />);
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Signature: Email'), 'Mei');
  expect(screen.queryByLabelText('Signature: Chat')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(useSignatures.getState().signatures).toEqual(kept));
  expect(core.asked.find((call) => call.key.startsWith('PUT'))?.body).toEqual({
    signatures: [{ channel: '', text: '', enabled: true }, { channel: 'EMAIL', text: 'Mei', enabled: true }],
  });
});
