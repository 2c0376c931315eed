import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { aMessage, anInfo, SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { useReplies, useSignatures } from '../../api/replies';
import type { CannedReply } from '../../api/types';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { fetchPart } from '../../ui/lazyPart';
import { Composer, type ComposerHandle } from './Composer';
import { NO_RULES } from './rules';
import { loadSuggestions } from './suggest/load';

const reply = (id: number, shortcut: string, title: string): CannedReply => ({
  id,
  shortcut,
  title,
  text: `${title} {{contact.name}}`,
  shared: true,
  uses: 0,
  updated_at: 0,
});
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Your answer');
const SENT = { body: { result: 'success', id: 2, queue_id: 'q', data: aMessage({ id: 2, direction: 'out' }) } };

function show(signature = false) {
  const info = anInfo({ channel: 'EMAIL', send: { ...NO_RULES, signature } });
  draw(<Composer ref={createRef<ComposerHandle>()} info={info} onStatus={() => Promise.resolve()} />);
  return userEvent.setup();
}

// In a browser it comes with the focus, before anybody has typed.
beforeAll(() => fetchPart(loadSuggestions));

beforeEach(() => {
  localStorage.clear();
  Element.prototype.scrollIntoView = () => undefined;
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
  useReplies.setState({ phase: 'ready', replies: [reply(1, 'hello', 'Hello'), reply(2, 'help', 'Help'), reply(3, 'bye', 'Bye')] });
  useSignatures.setState({ phase: 'ready', signatures: [] });
});

it('offers replies behind a slash and inserts the chosen one at the caret', async () => {
  const { asked } = serve({ 'POST /api/replies/2/insert': { body: { text: 'Help Mei' } } });
  const user = show();
  await user.type(field(), 'Dear /he');
  expect(screen.getAllByRole('option')).toHaveLength(2);
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('Help');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(field().value).toBe('Dear Help Mei'));
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(asked).toEqual([{ key: 'POST /api/replies/2/insert', body: { ticket_id: 1 } }]);
});

it('closes on Escape, and Enter sends again', async () => {
  const { asked } = serve({ 'POST /api/ticket/message/reply': SENT });
  const user = show();
  await user.type(field(), '/he{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(document.activeElement).toBe(field());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(asked.map((call) => call.key)).toEqual(['POST /api/ticket/message/reply']));
});

it('picks with the pointer, and keeps the text when the server refuses', async () => {
  serve({ 'POST /api/replies/3/insert': { status: 404, body: {} } });
  const user = show();
  await user.type(field(), '/b');
  fireEvent.click(screen.getByRole('option', { name: /Bye/ }));
  await waitFor(() => expect(field().value).toBe('/b'));
});

it('shows the signature and sends it unless it is switched off', async () => {
  useSignatures.setState({ signatures: [{ channel: '', text: 'Mei', enabled: true }] });
  const { asked } = serve({ 'POST /api/ticket/message/reply': SENT });
  const user = show(true);
  expect(await screen.findByText('Mei')).toBeTruthy();
  await user.type(field(), 'One{Enter}');
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.body).toMatchObject({ message: 'One', signature: true });
  await user.click(screen.getByLabelText('Signature'));
  await user.type(field(), 'Two{Enter}');
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]?.body).not.toHaveProperty('signature');
});

it('shows no signature where the channel takes none', () => {
  useSignatures.setState({ signatures: [{ channel: '', text: 'Mei', enabled: true }] });
  show(false);
  expect(screen.queryByText('Mei')).toBeNull();
});
