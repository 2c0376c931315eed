import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { aMessage, anAgent, anInfo, SESSION_ANSWER } from '../../../../tests/builders';
import { draw } from '../../../../tests/draw';
import { serve } from '../../../../tests/server';
import { useAgents } from '../../../api/agents';
import { useDepartments } from '../../../api/departments';
import type { Message, TicketInfo } from '../../../api/types';
import { useConnection } from '../../../realtime/connection';
import { sessionFrom } from '../../../session/model';
import { useSession } from '../../../session/store';
import { fetchPart } from '../../../ui/lazyPart';
import { openConversation } from '../../conversation/read';
import { resetConversations, useConversations } from '../../conversation/store';
import { loadTicketTexts } from '../../texts';
import { Composer, type ComposerHandle } from '../Composer';
import { sendWaiting } from '../resend';
import { NO_RULES } from '../rules';
import { loadSuggestions } from '../suggest/load';
import { loadNotePanel } from './load';
import { readNote, useNoteDrafts } from './noteDrafts';

const NOTES = 'POST /api/tickets/1/notes';
const REPLY = 'POST /api/ticket/message/reply';
const answer = () => screen.getByLabelText<HTMLTextAreaElement>('Your answer');
const note = () => screen.getByLabelText<HTMLTextAreaElement>('Note for your team');
const tab = (name: RegExp) => screen.getByRole('tab', { name });
const options = () => screen.queryAllByRole('option').map((option) => option.querySelector('strong')?.textContent);

/** Keeps every note, as the core does. */
const kept = ({ body }: { body: unknown }) => {
  const { text, queue_id: queueId } = body as { text: string; queue_id: string };
  return { body: { result: 'success', data: aMessage({ id: 9, type: 'note', direction: 'note', state: 'kept', sender: 'agent1', sender_name: 'Agent One', message: text, queue_id: queueId }) } };
};

function show(over: Partial<TicketInfo> = {}, ended?: string) {
  const ref = createRef<ComposerHandle>();
  const shown = draw(<Composer ref={ref} info={anInfo(over)} ended={ended} onStatus={() => Promise.resolve()} />);
  return { ...shown, ref, user: userEvent.setup() };
}

async function showNote(over: Partial<TicketInfo> = {}, ended?: string) {
  const shown = show(over, ended);
  await shown.user.click(tab(/^Note/));
  await waitFor(() => expect(document.activeElement).toBe(note()));
  return shown;
}

/** The messages of the open conversation. */
const messages = (): readonly Message[] => useConversations.getState().open['1001']?.messages ?? [];

beforeAll(async () => {
  await Promise.all([loadTicketTexts(), fetchPart(loadSuggestions), fetchPart(loadNotePanel)]);
});

beforeEach(() => {
  localStorage.clear();
  Element.prototype.scrollIntoView = () => undefined;
  useNoteDrafts.setState({ writingIn: null, drafts: {} });
  resetConversations();
  useConnection.setState({ phase: 'live' });
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
  useAgents.setState({
    agents: [anAgent({ username: 'agent1', name: 'Agent One' }), anAgent({ username: 'agent2', name: 'Mei Ling' }), anAgent({ username: 'mat', name: 'Rahmat' })],
    names: new Map(),
  });
  useDepartments.setState({ phase: 'ready', departments: [{ id: 4, name: 'Mending', deleted: false }] });
});

it('goes to a note and back, and keeps what was written on both sides', async () => {
  serve({});
  const { ref, user } = show();
  await user.type(answer(), 'For the customer');
  act(() => ref.current?.note());
  await waitFor(() => expect(document.activeElement).toBe(note()));
  expect(tab(/^Note/).getAttribute('aria-selected')).toBe('true');
  await user.keyboard('For us{Escape}');
  expect(tab(/^Reply/).getAttribute('aria-selected')).toBe('true');
  expect(answer().value).toBe('For the customer');
  expect(screen.getByRole('img', { name: 'A note was begun' })).toBeTruthy();
  act(() => ref.current?.note());
  expect(note().value).toBe('For us');
  act(() => ref.current?.note());
  await waitFor(() => expect(document.activeElement).toBe(answer()));
  act(() => ref.current?.note());
  act(() => ref.current?.focus());
  await waitFor(() => expect(document.activeElement).toBe(answer()));
});

it('takes back what was refused, before what was begun meanwhile', async () => {
  serve({});
  const { ref, user } = await showNote();
  await user.type(note(), 'begun');
  act(() => ref.current?.note({ text: 'Ask @Mei Ling', mentions: [{ kind: 'user', username: 'agent2', name: 'Mei Ling' }] }));
  expect(note().value).toBe('Ask @Mei Ling\nbegun');
  expect(readNote('agent1', 1).mentions).toHaveLength(1);
});

it('walks between the tabs with the arrows, without leaving them', async () => {
  serve({});
  const { user } = show();
  act(() => tab(/^Reply/).focus());
  await user.keyboard('{ArrowRight}');
  expect(note()).toBeTruthy();
  expect(document.activeElement).toBe(tab(/^Note/));
  await user.keyboard('{ArrowLeft}');
  expect(answer()).toBeTruthy();
});

it('keeps a note per ticket and begins each ticket with an answer', async () => {
  serve({});
  const first = await showNote();
  await first.user.type(note(), 'Half a note');
  first.unmount();
  const other = show({ id: 2 });
  expect(answer().value).toBe('');
  expect(screen.queryByRole('img', { name: 'A note was begun' })).toBeNull();
  other.unmount();
  // As after a reload.
  useNoteDrafts.setState({ drafts: {} });
  const again = await showNote();
  expect(note().value).toBe('Half a note');
  await again.user.clear(note());
  expect(localStorage.getItem('patchbay.note.agent1.1')).toBeNull();
});

it('adds a note and tells nobody outside', async () => {
  const { asked } = serve({ [NOTES]: kept });
  const { user } = await showNote();
  await user.type(note(), ' one{Shift>}{Enter}{/Shift}two ');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toMatchObject({ key: NOTES, body: { text: 'one\ntwo', mentions: { users: [], departments: [] } } });
  expect(note().value).toBe('');
  await user.type(note(), '  {Enter}');
  expect(asked).toHaveLength(1);
});

it('does not add what is longer than the server takes', async () => {
  const { asked } = serve({ [NOTES]: kept });
  const { user } = await showNote();
  fireEvent.change(note(), { target: { value: 'x'.repeat(10_001) } });
  expect(screen.getByRole('alert').textContent).toBe('1 character over 10000');
  await user.type(note(), '{Enter}');
  expect(asked).toEqual([]);
});

it('names a colleague and a department by the keyboard alone', async () => {
  const { asked } = serve({ [NOTES]: kept });
  const { user } = await showNote();
  await user.type(note(), 'Ask @me');
  expect(options()).toEqual(['Mei Ling', 'Mending']);
  const list = screen.getByRole('listbox', { name: 'Colleagues and departments' });
  expect(note().getAttribute('aria-controls')).toBe(list.id);
  expect(note().getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id);
  expect(screen.getByRole('status').textContent).toBe('Colleagues and departments: 2 suggestions');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(note().value).toBe('Ask @Mei Ling '));
  expect(screen.queryByRole('listbox')).toBeNull();
  await waitFor(() => expect(note().selectionStart).toBe(14));
  await user.keyboard('or @me{ArrowDown}{Tab}');
  await waitFor(() => expect(note().value).toBe('Ask @Mei Ling or @Mending '));
  await user.keyboard('please{Enter}');
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.body).toMatchObject({ text: 'Ask @Mei Ling or @Mending please', mentions: { users: ['agent2'], departments: [4] } });
});

it('leaves the caret behind what is typed at once after a name', async () => {
  serve({});
  const { user } = await showNote();
  await user.type(note(), '@mei{Enter}');
  // Frames come as late as they may.
  const frames: FrameRequestCallback[] = [];
  const later = vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
  await user.keyboard('or @men{Enter}');
  await user.keyboard('ple');
  act(() => frames.splice(0).forEach((frame) => frame(0)));
  await user.keyboard('ase');
  later.mockRestore();
  expect(note().value).toBe('@Mei Ling or @Mending please');
  expect(note().selectionStart).toBe(28);
});

it('forgets whoever was removed from the text', async () => {
  const { asked } = serve({ [NOTES]: kept });
  const { user } = await showNote();
  await user.type(note(), '@mei{Enter}');
  await waitFor(() => expect(note().value).toBe('@Mei Ling '));
  await waitFor(() => expect(note().selectionStart).toBe(10));
  // Written again by hand, it means nobody.
  await user.keyboard('{Backspace}{Backspace}g{Escape}{Enter}');
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.body).toMatchObject({ text: '@Mei Ling', mentions: { users: [], departments: [] } });
});

it('closes the list on Escape and leaves the note with the next one', async () => {
  serve({});
  const { user } = await showNote();
  await user.type(note(), '@me{Escape}');
  expect(options()).toEqual([]);
  expect(note().value).toBe('@me');
  await user.keyboard('{Escape}');
  expect(answer()).toBeTruthy();
});

it('leaves an input method its keys', async () => {
  const { asked } = serve({ [NOTES]: kept });
  const { user } = await showNote();
  await user.type(note(), '@me');
  const enter = createEvent.keyDown(note(), { key: 'Enter', isComposing: true });
  fireEvent(note(), enter);
  expect(note().value).toBe('@me');
  expect(options()).toHaveLength(2);
  expect(asked).toEqual([]);
});

it.each([
  ['the chat is over', { livechat: true }, 'This chat has ended.'],
  ['the window to write is closed', { send: { ...NO_RULES, window: { hours: 24, after: 'nothing' as const } } }, undefined],
  ['the channel carries no words', { told: false }, undefined],
  ['it came over no channel', { told: false, channel: 'MANUAL', channel_id: null }, undefined],
  ['it is put aside', { snoozed_until: 9e12, closed: 1 as const }, undefined],
  ['it is closed', { closed: 3 as const }, undefined],
])('takes a note where %s', async (_, over, ended) => {
  const { asked } = serve({ [NOTES]: kept });
  const { user } = await showNote(over, ended);
  await user.type(note(), 'For us{Enter}');
  await waitFor(() => expect(asked.map(({ key }) => key)).toEqual([NOTES]));
});

it('takes none where the ticket went into another one', () => {
  serve({});
  show({ merged_into: { id: 3, ticket_number: 1003, title: '', by: 'agent2', why: '', at_ms: 0 } as unknown as TicketInfo['merged_into'] }, 'This ticket goes on in #1003.');
  expect(screen.queryByRole('tab')).toBeNull();
  expect(screen.getByText('This ticket goes on in #1003.')).toBeTruthy();
});

const opening = {
  'GET /api/ticket/info/-/1001': { body: { data: anInfo() } },
  'GET /api/ticket/data/1/0': { body: [{ total: 0 }] },
};

it('shows a note at once, and the sentence of the server where it is refused', async () => {
  let refuse: (answer: { status: number; body: unknown }) => void = () => undefined;
  serve({ ...opening, [NOTES]: () => new Promise((resolve) => (refuse = resolve)) });
  await openConversation('1001');
  const { user } = await showNote();
  await user.type(note(), 'For us{Enter}');
  await waitFor(() => expect(messages()).toMatchObject([{ type: 'note', direction: 'note', message: 'For us', state: 'sending' }]));
  act(() => refuse({ status: 422, body: { error: { code: 'invalid', message: 'Nobody of Mending can read this conversation.' } } }));
  await waitFor(() => expect(messages()).toMatchObject([{ state: 'failed', error: { code: 'not_sent', message: 'Nobody of Mending can read this conversation.' } }]));
});

it('keeps a note without a line, and sends it under its id and with its names when there is one', async () => {
  serve({ ...opening, [NOTES]: new TypeError('network') });
  await openConversation('1001');
  const { user } = await showNote();
  await user.type(note(), '@mei{Enter}');
  await waitFor(() => expect(note().selectionStart).toBe(10));
  await user.keyboard('look{Enter}');
  await waitFor(() => expect(messages()).toMatchObject([{ direction: 'note', state: 'failed', error: { code: 'waits' } }]));
  const id = messages()[0]?.id;
  const { asked } = serve({ [NOTES]: kept });
  await sendWaiting();
  expect(asked.map(({ body }) => body)).toEqual([{ text: '@Mei Ling look', queue_id: id, mentions: { users: ['agent2'], departments: [] } }]);
  expect(messages()).toMatchObject([{ id: 9, state: 'kept' }]);
  expect(localStorage.getItem('patchbay.outbox')).toBeNull();
});

it('answers and notes do not mix: the key of sending adds the note', async () => {
  const { asked } = serve({ [NOTES]: kept, [REPLY]: { body: {} } });
  const { ref, user } = show();
  await user.type(answer(), 'For the customer');
  act(() => ref.current?.note());
  await user.type(note(), 'For us');
  act(() => ref.current?.send());
  await waitFor(() => expect(asked.map(({ key }) => key)).toEqual([NOTES]));
  act(() => ref.current?.focus());
  expect(answer().value).toBe('For the customer');
});
