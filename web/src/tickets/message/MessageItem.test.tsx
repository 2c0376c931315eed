import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { aMessage } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { useAgents } from '../../api/agents';
import type { Message } from '../../api/types';
import { useDialog } from '../../ui/dialog';
import { keepEntry } from '../composer/outbox';
import { NO_RULES } from '../composer/rules';
import { MessageItem } from './MessageItem';

const show = (message: Partial<Message>, more: { onReply?: () => void; onTrace?: () => void } = {}) =>
  draw(
    <MessageItem
      message={aMessage(message)}
      previous={undefined}
      customer="Aisyah"
      rules={NO_RULES}
      letters={false}
      startsUnread={false}
      onReply={more.onReply ?? (() => undefined)}
      {...(more.onTrace === undefined ? {} : { onTrace: more.onTrace })}
    />,
  );

it.each([
  ['queued', 'Waiting to be sent'],
  ['sending', 'Sending'],
  ['sent', 'Sent'],
  ['delivered', 'Delivered'],
  ['read', 'Read'],
] as const)('an answer that is %s says %s', (state, label) => {
  show({ direction: 'out', state });
  expect(screen.getByRole('img', { name: label })).toBeTruthy();
});

it.each([
  ['what the message says', 'Mei at the time', 'Mei at the time'],
  ['what the colleague is called', '', 'Mei'],
])('an answer is by %s', (_from, sender_name, name) => {
  useAgents.setState({ names: new Map([['agent2', 'Mei']]) });
  show({ direction: 'out', sender: 'agent2', sender_name });
  expect(screen.getByText(name)).toBeTruthy();
  show({ id: 2, direction: 'out', sender: 'bot', sender_name: '' });
  expect(screen.getByText('bot')).toBeTruthy();
});

it('a note without a name is by the colleague of that username', async () => {
  useAgents.setState({ names: new Map([['agent2', 'Mei']]) });
  show({ notes: [{ id: 1, message_id: 1, sender: 'agent2', sender_name: '', text: 'Ask again', ts: 1_700_000_000, updated_at: '' }] });
  expect((await screen.findByRole('listitem')).textContent).toContain('Mei · ');
});

it('does not interpret markup in text', () => {
  show({ message: '<b>bold</b>\n<script>alert(1)</script>' });
  expect(document.querySelector('article b, article script')).toBeNull();
  expect(screen.getByText(/<b>bold<\/b>/)).toBeTruthy();
});

it('tells why it failed and tries again', async () => {
  const { asked } = serve({ 'POST /api/messages/7/retry': { body: { result: 'success' } } });
  show({ id: 7, direction: 'out', state: 'failed', error: { code: 'rejected', message: 'The bot was blocked.' } });
  expect(screen.getByRole('note').textContent).toContain('The bot was blocked.');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Retry' }));
  expect(asked.map((call) => call.key)).toEqual(['POST /api/messages/7/retry']);
});

it('asks whether a failed answer shall go although a colleague answered meanwhile', async () => {
  keepEntry({
    queueId: 'queue-aaaaaaaaaa',
    ticketId: 1,
    text: 'Hello',
    files: [],
    reply: null,
    sender: 'agent1',
    senderName: 'Agent One',
    closed: 0,
    seen: { id: 4, status: 0 },
    madeAtMs: 1,
    failure: 'offline',
  });
  const { asked } = serve({
    'POST /api/ticket/message/reply': ({ body }) =>
      'seen_id' in (body as object)
        ? { status: 409, body: { error: { code: 'overtaken', message: 'Agent Two answered.' } } }
        : { body: { result: 'success', data: aMessage({ id: 9, direction: 'out' }) } },
  });
  show({ id: 'queue-aaaaaaaaaa', direction: 'out', state: 'failed' });
  await userEvent.setup().click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(useDialog.getState().dialog?.text).toBe('Agent Two answered.'));
  const { confirm } = useDialog.getState().dialog ?? {};
  expect(confirm?.label).toBe('Send anyway');
  act(() => confirm?.run());
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked.at(-1)?.body).toMatchObject({ queue_id: 'queue-aaaaaaaaaa', message: 'Hello' });
});

it('explains the unknown and leaves the choice', () => {
  show({ id: 7, direction: 'out', state: 'unknown' });
  expect(screen.getByRole('note').textContent).toContain('may or may not have arrived');
  expect(screen.getByRole('button', { name: 'Send again' })).toBeTruthy();
});

const describedBy = (element: Element) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');

it('is described by what went wrong with it, and so is the button that tries again', () => {
  const error = { code: 'rejected', message: 'The bot was blocked.' };
  const edit = { kind: 'edit', state: 'failed', error: { code: 'late', message: 'Too late to change it.' } } as const;
  show({ id: 7, direction: 'out', state: 'failed', error, edit });
  const message = screen.getByRole('article');
  expect(describedBy(message)).toMatch(/Too late to change it\..*The bot was blocked\./);
  expect(describedBy(screen.getByRole('button', { name: 'Retry' }))).toContain('The bot was blocked.');
});

it('is described by nothing where nothing went wrong', () => {
  show({ direction: 'out', state: 'sent' });
  expect(screen.getByRole('article').hasAttribute('aria-describedby')).toBe(false);
});

it('calls out only what goes wrong while it is on screen', () => {
  const say = (state: Message['state']) => (
    <MessageItem message={aMessage({ id: 7, direction: 'out', state })} previous={undefined} customer="" rules={NO_RULES} letters={false} startsUnread={false} onReply={() => undefined} />
  );
  const Shown = () => {
    const [state, setState] = useState<Message['state']>('failed');
    return (
      <>
        {say(state)}
        <button type="button" onClick={() => setState('queued')}>
          queue
        </button>
        <button type="button" onClick={() => setState('failed')}>
          fail
        </button>
      </>
    );
  };
  draw(<Shown />);
  expect(screen.queryByRole('alert'), 'failed long ago').toBeNull();
  act(() => screen.getByRole('button', { name: 'queue' }).click());
  act(() => screen.getByRole('button', { name: 'fail' }).click());
  expect(screen.getByRole('alert').textContent).toContain('Not sent');
});

it('is a line, not a bubble, when the system speaks', () => {
  show({ direction: 'system', type: 'system', message: 'Agent One set the status to Closed' });
  expect(screen.queryByRole('article')).toBeNull();
  expect(screen.getByText(/set the status to Closed/)).toBeTruthy();
});

it('plays the recording of a call below its line', () => {
  const file = { id: 7, filename: 'call.wav', mime: 'audio/wav', size: 9, url: '/api/files/7', kind: 'audio' };
  show({ direction: 'system', type: 'system', message: 'The call with Aisyah was recorded.', attachments: [file] });
  expect(screen.queryByRole('article')).toBeNull();
  expect(document.querySelector('[data-message] svg')).toBeNull();
  expect(screen.getByLabelText('call.wav').getAttribute('src')).toBe('/api/files/7');
});

it('tells at the line of a call what the caller pressed', async () => {
  const call = { id: 'a', kind: 'ringing', direction: 'in', details: { keypress: '26' } };
  show({ direction: 'system', type: 'system', message: 'Aisyah is calling.', extras: { call } });
  expect((await screen.findByText('Malay Other Enquiries')).closest('[data-message]')?.textContent).toContain('Aisyah is calling. Malay Other Enquiries');
});

it('shows at a glance that a call was missed', async () => {
  show({ direction: 'system', type: 'system', message: 'A call from Aisyah was missed.', extras: { call: { kind: 'missed', direction: 'in' } } });
  await vi.waitFor(() => expect(document.querySelector("svg[data-kind='missed']")).not.toBeNull(), { timeout: 20_000 });
});

it('quotes what it answers and can be answered', async () => {
  const onReply = vi.fn();
  show({ id: 3, message: 'Yes', reply: { id: 2, sender: 'Agent One', message: 'Shall I?' } }, { onReply });
  expect(screen.getByText('Shall I?')).toBeTruthy();
  const [reply] = screen.getAllByRole('button', { name: 'Reply to this' });
  if (reply === undefined) throw new Error('no reply button');
  await userEvent.setup().click(reply);
  expect(onReply).toHaveBeenCalledWith({ id: 3, sender: 'Aisyah', message: 'Yes' });
});

it('draws a mail page in a frame that runs nothing', async () => {
  show({ type: 'text/html', message: '<p>Hello</p>' });
  const frame = await screen.findByTitle('Mail');
  expect(frame.getAttribute('sandbox')).not.toContain('allow-scripts');
});

it('shows everything a provider told, when somebody asks', async () => {
  const extras = { custom: { kind: 'line.beacon', payload: { beacon: { hwid: 'd41d8cd98f' } } } };
  show({ direction: 'system', type: 'system', message: 'Told by the provider: beacon.', extras });
  const button = await screen.findByRole('button', { name: 'Show what was told' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await userEvent.setup().click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByLabelText('line.beacon').textContent).toContain('d41d8cd98f');
});
