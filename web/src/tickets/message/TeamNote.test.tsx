import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { aMessage, anInfo, SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { useScope } from '../../actions/live';
import { loadActionTexts } from '../../actions/texts';
import { useAgents } from '../../api/agents';
import { useCustomEmoji } from '../../api/emoji';
import type { Message } from '../../api/types';
import { useConnection } from '../../realtime/connection';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { DialogWindow } from '../../ui/DialogWindow';
import { useDialog } from '../../ui/dialog';
import '../actions';
import { NO_RULES } from '../composer/rules';
import { sendNote } from '../composer/send';
import { openConversation } from '../conversation/read';
import { resetConversations, useConversations } from '../conversation/store';
import { loadTicketTexts } from '../texts';
import { MessageItem } from './MessageItem';

const NOTES = 'POST /api/tickets/1/notes';
const me = sessionFrom(SESSION_ANSWER);
const aNote = (over: Partial<Message> = {}) =>
  aMessage({ id: 7, type: 'note', direction: 'note', state: 'kept', sender: 'agent2', sender_name: 'Mei', message: 'Hello', mentions: [], ...over });

const nothing = () => undefined;
const item = (message: Message) => (
  <MessageItem message={message} previous={undefined} customer="Aisyah" rules={{ ...NO_RULES, react: true, edit: true, delete: true }} letters={false} startsUnread={false} onReply={nothing} />
);
const show = (message: Message) => draw(item(message));

function Desk({ note, children }: { note: () => void; children: ReactNode }) {
  useScope('ticket', { info: anInfo(), messages: [], setStatus: nothing, reply: nothing, note, quote: nothing, send: nothing, toggleDetails: nothing, trace: undefined, back: null, go: nothing });
  return children;
}

const card = () => screen.findByRole('article', { name: /^Note by Mei, / });

beforeAll(async () => {
  await Promise.all([loadTicketTexts(), loadActionTexts()]);
});

beforeEach(() => {
  localStorage.clear();
  resetConversations();
  useDialog.setState({ dialog: null, open: false });
  useConnection.setState({ phase: 'live' });
  useAgents.setState({ names: new Map() });
  useCustomEmoji.setState({ phase: 'ready', emoji: [{ id: 1, name: ':party:', url: '/api/emoji/pictures/k', deleted: false }] });
  useSession.setState({ phase: 'in', session: me });
});

it('is a card of its own with its author, its time and no state of delivery', async () => {
  show(aNote({ message: 'Look at https://shop.example/a.' }));
  const note = await card();
  expect(note.querySelector('time')?.dateTime).toBe('2023-11-14T22:13:20.000Z');
  expect(screen.getByRole('link', { name: 'https://shop.example/a' }).getAttribute('href')).toBe('https://shop.example/a');
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.queryByRole('button', { name: 'React' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Reply to this' })).toBeNull();
});

it('shows whom it names within its words, oneself in particular, and the pictures of the desk', async () => {
  show(
    aNote({
      message: '@Agent One and @Sales :party: @nobody <b>',
      mentions: [{ kind: 'user', username: 'agent1', name: 'Agent One' }, { kind: 'department', id: 4, name: 'Sales' }],
    }),
  );
  const note = await card();
  expect(note.querySelector('p')?.textContent).toBe('@Agent One and @Sales  @nobody <b>');
  expect(screen.getByText('@Agent One').dataset['me']).toBe('true');
  expect(screen.getByText('@Sales').tagName).toBe('SPAN');
  expect(screen.queryByText('@nobody')).toBeNull();
  expect(screen.getByAltText(':party:').getAttribute('src')).toBe('/api/emoji/pictures/k');
});

async function entries(message: Message) {
  const { unmount } = show(message);
  await screen.findByRole('article');
  await userEvent.setup().click(screen.getByRole('button', { name: 'More actions' }));
  await screen.findAllByRole('menuitem');
  const names = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  unmount();
  return names.join();
}

it('is pinned by everybody, deleted by its author and by admins, and neither answered nor forwarded', async () => {
  const theirs = await entries(aNote());
  expect(theirs).toMatch(/Pin/);
  expect(theirs).not.toMatch(/Delete|Reply|Forward|Split|Edit|note/);
  expect(await entries(aNote({ id: 8, sender: 'agent1' }))).toMatch(/Delete the note/);
  useSession.setState({ session: { ...me, isAdmin: true } });
  expect(await entries(aNote({ id: 9 }))).toMatch(/Delete the note/);
});

it('asks before it is deleted, and goes', async () => {
  const { asked } = serve({ 'POST /api/ticket/message/delete': { body: { result: 'success' } } });
  draw(
    <>
      {item(aNote({ sender: 'agent1' }))}
      <DialogWindow />
    </>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: /Delete the note/ }));
  expect(await screen.findByText('Delete this note?')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Delete the note' }));
  await waitFor(() => expect(asked).toMatchObject([{ key: 'POST /api/ticket/message/delete', body: { message_id: 7, ticket_id: 1 } }]));
});

it('says why it was refused, is tried again, and goes back to its field to be mended', async () => {
  serve({
    'GET /api/ticket/info/-/1001': { body: { data: anInfo() } },
    'GET /api/ticket/data/1/0': { body: [{ total: 0 }] },
    [NOTES]: { status: 422, body: { error: { code: 'invalid', message: 'There is no user named agent9.' } } },
  });
  await openConversation('1001');
  const mentions = [{ kind: 'user' as const, username: 'agent9', name: 'Gone' }];
  await expect(sendNote(1, me, 'Ask @Gone', mentions)).rejects.toMatchObject({ code: 'invalid' });
  const failed = () => useConversations.getState().open['1001']?.messages ?? [];
  const [message] = failed();
  if (message === undefined) throw new Error('no message');
  const back = vi.fn();
  draw(<Desk note={back}>{item(message)}</Desk>);
  expect(await screen.findByText(/There is no user named agent9\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull();
  const { asked } = serve({ [NOTES]: { status: 500, body: { description: 'A fault.' } } });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(asked).toMatchObject([{ key: NOTES, body: { text: 'Ask @Gone', queue_id: message.id, mentions: { users: ['agent9'] } } }]));
  await user.click(screen.getByRole('button', { name: 'Edit the note' }));
  expect(back.mock.calls).toEqual([[{ text: 'Ask @Gone', mentions }]]);
  expect(failed()).toEqual([]);
  expect(localStorage.getItem('patchbay.outbox')).toBeNull();
});
