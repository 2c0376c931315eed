import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aMessage, anInfo, SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import type { Attachment } from '../../api/types';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { useDialog } from '../../ui/dialog';
import { Composer, type ComposerHandle } from './Composer';
import { EMPTY_DRAFT, keepDraft, readDraft } from './drafts';
import { setUndoSeconds } from './undo';
import { NO_RULES } from './rules';

type Sent = Record<string, unknown>;
const REPLY = 'POST /api/ticket/message/reply';
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Your answer');
const overtaken = { status: 409, body: { error: { code: 'overtaken', message: 'Agent Two answered.' } } };
const taken = { body: { result: 'success', data: aMessage({ id: 9, direction: 'out' }), scheduled: [] } };
const paper: Attachment = { id: 7, url: '', mime: 'text/plain', filename: 'paper.txt', size: 1 };

/** Answers each send when the test says so. */
function held() {
  const waiting: ((answer: { status?: number; body: unknown }) => void)[] = [];
  const { asked } = serve({ [REPLY]: () => new Promise((resolve) => waiting.push(resolve)) });
  const answer = async (one: { status?: number; body: unknown }) => {
    await waitFor(() => expect(waiting).not.toEqual([]));
    act(() => waiting.shift()?.(one));
  };
  return { sent: () => asked.map((call) => call.body as Sent), answer };
}

const onStatus = vi.fn(() => Promise.resolve());

function show(id: number, closed: 0 | 1 = 0) {
  const info = anInfo({ id, closed, send: { ...NO_RULES, templates: true } });
  return draw(<Composer ref={createRef<ComposerHandle>()} info={info} messages={[aMessage({ id: 4 })]} onStatus={onStatus} />);
}

async function insist() {
  await waitFor(() => expect(useDialog.getState().dialog?.confirm?.label).toBe('Send anyway'));
  act(() => useDialog.getState().dialog?.confirm?.run());
}

beforeEach(() => {
  localStorage.clear();
  onStatus.mockClear();
  useDialog.setState({ dialog: null, open: false });
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
});

it('keeps what was typed while an answer for later failed', async () => {
  setUndoSeconds(5);
  const server = held();
  show(11);
  const user = userEvent.setup();
  await user.type(field(), 'first{Enter}');
  await user.type(field(), 'second');
  await server.answer({ status: 503, body: {} });
  await waitFor(() => expect(field().value).toBe('first\nsecond'));
});

it('sends anyway what was overtaken, without the status a colleague may have changed', async () => {
  const server = held();
  show(12, 1);
  const user = userEvent.setup();
  await user.type(field(), 'first{Enter}');
  await user.type(field(), 'second');
  await server.answer(overtaken);
  await waitFor(() => expect(field().value).toBe('first\nsecond'));
  await insist();
  expect(field().value).toBe('second');
  await waitFor(() => expect(server.sent()).toHaveLength(2));
  expect(server.sent()[0]).toMatchObject({ seen_id: 4, seen_status: 1 });
  expect(server.sent()[1]).toMatchObject({ message: 'first' });
  expect(server.sent()[1]).not.toHaveProperty('closed');
  expect(server.sent()[1]).not.toHaveProperty('seen_id');
});

it('asks the same about an answer for later', async () => {
  setUndoSeconds(5);
  const server = held();
  show(13);
  await userEvent.setup().type(field(), 'first{Enter}');
  await server.answer(overtaken);
  expect(server.sent()[0]).toMatchObject({ seen_id: 4, seen_status: 0, send_in: 5 });
  await insist();
  await waitFor(() => expect(server.sent()).toHaveLength(2));
  expect(server.sent()[1]).toMatchObject({ message: 'first', send_in: 5 });
  expect(server.sent()[1]).not.toHaveProperty('seen_id');
});

it('keeps the id of an answer for later until it is changed or taken', async () => {
  setUndoSeconds(5);
  const server = held();
  show(14);
  const user = userEvent.setup();
  const ids = () => server.sent().map((sent) => sent['queue_id']);
  const back = () => waitFor(() => expect(field().value).toBe('first'));
  await user.type(field(), 'first{Enter}');
  await server.answer({ status: 503, body: {} });
  await back();
  await user.type(field(), '{Enter}');
  await server.answer({ status: 503, body: {} });
  await back();
  await user.type(field(), '!{Enter}');
  await server.answer(taken);
  await user.type(field(), 'first!{Enter}');
  await server.answer(taken);
  const [first, second, third, fourth] = ids();
  expect(first).toBeTruthy();
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  expect(fourth).not.toBe(third);
});

it('sends a picked status with the answer and with nothing else', async () => {
  const server = held();
  show(15);
  const user = userEvent.setup();
  await user.type(field(), 'first');
  await user.click(screen.getByLabelText('More ways to send'));
  await user.click(await screen.findByText('Send and resolve'));
  await server.answer(taken);
  await waitFor(() => expect(server.sent()).toHaveLength(1));
  expect(server.sent()[0]).toMatchObject({ message: 'first', closed: 2 });
  expect(onStatus).not.toHaveBeenCalled();
});

it('sends a template alone and leaves text and files in the composer', async () => {
  keepDraft('agent1', 16, { ...EMPTY_DRAFT, text: 'half', files: [paper], contents: [{ kind: 'template', name: 'hello', language: 'en', parameters: [] }] });
  const server = held();
  show(16);
  await userEvent.setup().type(field(), '{Enter}');
  await server.answer(taken);
  expect(server.sent()).toMatchObject([{ message: '', upload_ids: [], contents: [{ kind: 'template' }] }]);
  expect(field().value).toBe('half');
  expect(await screen.findByText('paper.txt')).toBeTruthy();
});

it('brings back what was overtaken after the ticket was left', async () => {
  keepDraft('agent1', 17, { ...EMPTY_DRAFT, text: 'first' });
  localStorage.setItem('patchbay.synced.agent1.17', JSON.stringify({ version: 4, body: '{"text":"first","reply":null,"files":[],"contents":[]}' }));
  const server = held();
  const shown = show(17);
  await userEvent.setup().type(field(), '{Enter}');
  shown.unmount();
  await server.answer(overtaken);
  await waitFor(() => expect(readDraft('agent1', 17).text).toBe('first'));
  // The field was empty when the ticket was left, and the server was told so.
  const { drafts } = serve({ 'GET /api/tickets/17/draft': { body: { draft: null, version: 5 } }, 'PUT /api/tickets/17/draft': { body: { draft: null, version: 6 } } });
  show(17);
  await waitFor(() => expect(drafts.at(-1)).toMatchObject({ key: 'PUT /api/tickets/17/draft', body: { draft: { text: 'first' } } }));
  expect(field().value).toBe('first');
});
