import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { aMessage, anInfo, SESSION_ANSWER } from '../../../../tests/builders';
import { draw } from '../../../../tests/draw';
import { serve } from '../../../../tests/server';
import { useCustomEmoji } from '../../../api/emoji';
import { sessionFrom } from '../../../session/model';
import { useSession } from '../../../session/store';
import { recentEmoji } from '../../../ui/emoji/recent';
import { fetchPart } from '../../../ui/lazyPart';
import { loadTicketTexts } from '../../texts';
import { Composer, type ComposerHandle } from '../Composer';
import { loadNotePanel } from '../note/load';
import { useNoteDrafts } from '../note/noteDrafts';
import { loadSuggestions } from './load';

const REPLY = 'POST /api/ticket/message/reply';
const SENT = { body: { result: 'success', data: aMessage({ id: 2, direction: 'out' }) } };
const answer = () => screen.getByLabelText<HTMLTextAreaElement>('Your answer');

function show() {
  draw(<Composer ref={createRef<ComposerHandle>()} info={anInfo()} onStatus={() => Promise.resolve()} />);
  return userEvent.setup();
}

beforeAll(async () => {
  await Promise.all([loadTicketTexts(), fetchPart(loadSuggestions), fetchPart(loadNotePanel)]);
});

beforeEach(() => {
  localStorage.clear();
  Element.prototype.scrollIntoView = () => undefined;
  useNoteDrafts.setState({ writingIn: null, drafts: {} });
  useCustomEmoji.setState({ phase: 'ready', emoji: [{ id: 1, name: ':party_parrot:', url: '/api/emoji/pictures/k', deleted: false }] });
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
});

it('puts the emoji that was searched for into an answer, and offers it first the next time', async () => {
  serve({});
  const user = show();
  await user.type(answer(), 'Fine :thumbs');
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent).slice(0, 2)).toEqual(['👍thumbs up', '👎thumbs down']);
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(answer().value).toBe('Fine 👎 '));
  expect(recentEmoji()).toEqual(['👎']);
  await waitFor(() => expect(answer().selectionStart).toBe(8));
  await user.keyboard(':');
  expect(await screen.findByRole('option', { name: 'thumbs down' })).toBe(screen.getAllByRole('option')[0]);
});

it('leaves a smile as it is written, and sends it', async () => {
  const { asked } = serve({ [REPLY]: SENT });
  const user = show();
  await user.type(answer(), 'Thanks :D');
  await screen.findAllByRole('option');
  expect(screen.queryByRole('option', { selected: true })).toBeNull();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(asked[0]?.body).toMatchObject({ message: 'Thanks :D' }));
});

it('opens from its button, and is picked with the pointer', async () => {
  serve({});
  const user = show();
  await user.type(answer(), 'Well');
  await user.click(screen.getByRole('button', { name: 'Insert an emoji' }));
  await waitFor(() => expect(answer().value).toBe('Well :'));
  fireEvent.click(await screen.findByRole('option', { name: 'party popper' }));
  await waitFor(() => expect(answer().value).toBe('Well 🎉 '));
});

it('offers the pictures of the desk in notes only', async () => {
  serve({});
  const user = show();
  await user.type(answer(), ':party');
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).not.toContain('party_parrot');
  await user.click(screen.getByRole('tab', { name: /^Note/ }));
  const note = screen.getByLabelText<HTMLTextAreaElement>('Note for your team');
  await user.type(note, ':party');
  expect(await screen.findByRole('option', { name: 'party_parrot' })).toBeTruthy();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(note.value).toBe(':party_parrot: '));
});
