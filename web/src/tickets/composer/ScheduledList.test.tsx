import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aMessage, anInfo, SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import type { Scheduled } from '../../api/types';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { openConversation } from '../conversation/read';
import { resetConversations } from '../conversation/store';
import { Composer, type ComposerHandle } from './Composer';
import { readDraft } from './drafts';
import { NO_RULES } from './rules';
import { ScheduledList } from './ScheduledList';

const waiting: Scheduled = {
  id: 5,
  ticket_id: 1,
  sender: 'agent1',
  sender_name: 'Agent One',
  message: 'Dear Aisyah',
  files: 1,
  queue_id: 'queue-aaaaaaaaaa',
  send_at: 4_000_000_000_000,
  error: null,
};
const paper = { id: '7', url: '', mime: 'text/plain', filename: 'paper.txt', size: 1 };
const head = { to: ['x@y.co'], cc: ['c@y.co'], subject: 'About it' };
const kept = {
  result: 'success',
  ticket_id: 1,
  files: [paper],
  reply: { text: 'Dear Aisyah', contents: [], reply_to: 3, subject: head.subject, to: head.to, cc: head.cc, sign: false, uploads: [7] },
};
const info = anInfo({ scheduled: [waiting], send: { ...NO_RULES, cc: true, subject: true } });
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Your answer');

function show(composed: number, onBack = vi.fn()) {
  draw(
    <>
      <ScheduledList info={info} onBack={onBack} />
      <Composer ref={createRef<ComposerHandle>()} info={{ ...info, id: composed }} onStatus={() => Promise.resolve()} />
    </>,
  );
  return onBack;
}

const conversation = {
  'GET /api/ticket/info/-/1001': { body: { result: 'success', data: info } },
  'GET /api/ticket/data/1/0': { body: [{ total: 1 }, { messages: [aMessage({ id: 3, message: 'Where is it?' })] }] },
};

beforeEach(() => {
  localStorage.clear();
  resetConversations();
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
});

it('gives back everything that was written, to be sent as it was', async () => {
  const { asked } = serve({
    ...conversation,
    'DELETE /api/scheduled/5': { body: kept },
    'POST /api/ticket/message/reply': { body: { result: 'success', data: aMessage({ id: 9, direction: 'out' }) } },
  });
  await openConversation('1001');
  const onBack = show(1);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Call back' }));
  await waitFor(() => expect(field().value).toBe('Dear Aisyah'));
  expect(onBack).toHaveBeenCalled();
  expect(screen.getByText('Where is it?')).toBeTruthy();
  await user.type(field(), '{Enter}');
  await waitFor(() => expect(asked.at(-1)?.key).toBe('POST /api/ticket/message/reply'));
  expect(asked.at(-1)?.body).toMatchObject({ message: 'Dear Aisyah', reply: 3, toEmail: head.to, cc: head.cc, title: 'About it', upload_ids: ['7'] });
});

it('gives it back for the customer it was written to', async () => {
  serve({ 'DELETE /api/scheduled/5': { body: { ...kept, reply: { ...kept.reply, via: 9 } } } });
  show(2);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Call back' }));
  await waitFor(() => expect(readDraft('agent1', 1)).toMatchObject({ text: 'Dear Aisyah', via: 9 }));
});

it('puts it into the draft of its own ticket when another one is open by then', async () => {
  let answer: (value: { body: unknown }) => void = () => undefined;
  serve({ 'DELETE /api/scheduled/5': () => new Promise((resolve) => (answer = resolve)) });
  const onBack = show(2);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Call back' }));
  act(() => answer({ body: kept }));
  await waitFor(() => expect(readDraft('agent1', 1)).toMatchObject({ text: 'Dear Aisyah', files: [paper], reply: { id: 3 }, head: { ...head, edited: true }, sign: false }));
  expect(field().value).toBe('');
  expect(onBack).not.toHaveBeenCalled();
});
