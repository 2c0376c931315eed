import { beforeEach, describe, expect, it } from 'vitest';
import { aMessage, anInfo, SESSION_ANSWER } from '../../../tests/builders';
import { serve } from '../../../tests/server';
import { useConnection } from '../../realtime/connection';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { openConversation } from '../conversation/read';
import { resetConversations, useConversations } from '../conversation/store';
import { takeMessage } from '../conversation/take';
import { keepEntry, newQueueId } from './outbox';
import { sendWaiting } from './resend';
import { retryMessage, sendReply } from './send';

const me = sessionFrom(SESSION_ANSWER);
const answer = { text: 'Good morning', files: [], contents: [], reply: null };
const opening = {
  'GET /api/ticket/info/-/1001': { body: { result: 'success', data: anInfo() } },
  'GET /api/ticket/data/1/0': { body: [{ total: 0 }] },
};
const shown = () => useConversations.getState().open['1001']?.messages ?? [];

beforeEach(() => {
  localStorage.clear();
  resetConversations();
});

it('makes ids of ten random characters', () => {
  expect(newQueueId()).toMatch(/^queue-[A-Za-z0-9]{10}$/);
  expect(newQueueId()).not.toBe(newQueueId());
});

it('shows the answer at once and takes the server id when it is there', async () => {
  const { asked } = serve({
    ...opening,
    'POST /api/ticket/message/reply': ({ body }) => {
      const sent = body as { queue_id: string };
      expect(shown()[0]).toMatchObject({ id: sent.queue_id, state: 'sending' });
      return { body: { result: 'success', id: 9, queue_id: sent.queue_id, data: aMessage({ id: 9, direction: 'out', state: 'queued' }) } };
    },
  });
  await openConversation('1001');
  await sendReply(anInfo(), me, answer);
  expect(shown()).toMatchObject([{ id: 9, state: 'queued' }]);
  expect(asked.at(-1)?.body).toMatchObject({ _token: '-', ticket_id: 1, message: 'Good morning', sender: 'agent1', upload_ids: [] });
  // The server leaves the status as it is, whatever a colleague made of it meanwhile.
  expect(asked.at(-1)?.body).not.toHaveProperty('closed');
});

it('keeps a failed answer over a reload and sends it again under the same id', async () => {
  serve({ ...opening, 'POST /api/ticket/message/reply': { status: 503, body: { description: 'The disk is full.' } } });
  await openConversation('1001');
  await expect(sendReply(anInfo(), me, answer)).rejects.toMatchObject({ description: 'The disk is full.' });
  const failed = shown()[0];
  expect(failed).toMatchObject({ state: 'failed', error: { message: 'The disk is full.' } });

  resetConversations();
  const ids: string[] = [];
  serve({
    ...opening,
    'POST /api/ticket/message/reply': ({ body }) => {
      const sent = body as { queue_id: string };
      ids.push(sent.queue_id);
      return { body: { result: 'success', id: 9, queue_id: sent.queue_id, data: aMessage({ id: 9, direction: 'out', state: 'queued' }) } };
    },
  });
  await openConversation('1001');
  const kept = shown()[0];
  expect(kept).toMatchObject({ id: failed?.id, state: 'failed', message: 'Good morning' });
  if (kept === undefined) throw new Error('lost');
  await retryMessage(kept);
  expect(ids).toEqual([failed?.id]);
  expect(shown()).toMatchObject([{ id: 9, state: 'queued' }]);
  expect(localStorage.getItem('patchbay.outbox')).toBeNull();
});

it('does not call it failed when the event told of it before the answer got lost', async () => {
  serve({
    ...opening,
    'POST /api/ticket/message/reply': ({ body }) => {
      const sent = body as { queue_id: string };
      takeMessage(1, aMessage({ id: 9, direction: 'out', state: 'queued', queue_id: sent.queue_id }));
      return new TypeError('network');
    },
  });
  await openConversation('1001');
  await sendReply(anInfo(), me, answer);
  expect(shown()).toMatchObject([{ id: 9, state: 'queued' }]);
});

it('asks the server to try the provider again for a message it has', async () => {
  const { asked } = serve({ 'POST /api/messages/12/retry': { body: { result: 'success' } } });
  await retryMessage(aMessage({ id: 12, direction: 'out', state: 'failed' }));
  expect(asked.map((call) => call.key)).toEqual(['POST /api/messages/12/retry']);
});

it('takes an answer back that a colleague overtook', async () => {
  const { asked } = serve({
    ...opening,
    'POST /api/ticket/message/reply': { status: 409, body: { error: { code: 'overtaken', message: 'Agent Two answered while you were writing.' } } },
  });
  await openConversation('1001');
  await expect(sendReply(anInfo(), me, { ...answer, seen: { id: 4, status: 0 } })).rejects.toMatchObject({ code: 'overtaken' });
  expect(asked.at(-1)?.body).toMatchObject({ seen_id: 4, seen_status: 0 });
  expect(shown()).toEqual([]);
  expect(localStorage.getItem('patchbay.outbox')).toBeNull();
});

it('keeps a failed answer that a colleague overtook, and sends it once the person insists', async () => {
  const seen = { id: 4, status: 0 };
  serve({ ...opening, 'POST /api/ticket/message/reply': { status: 503, body: {} } });
  await openConversation('1001');
  await expect(sendReply(anInfo(), me, { ...answer, seen })).rejects.toMatchObject({ code: 'unavailable' });
  const { asked } = serve({
    'POST /api/ticket/message/reply': ({ body }) =>
      'seen_id' in (body as object)
        ? { status: 409, body: { error: { code: 'overtaken', message: 'Agent Two answered while you were writing.' } } }
        : { body: { result: 'success', data: aMessage({ id: 9, direction: 'out', state: 'queued' }) } },
  });
  const failed = () => {
    const [message] = shown();
    if (message === undefined) throw new Error('lost');
    return message;
  };
  await expect(retryMessage(failed())).rejects.toMatchObject({ code: 'overtaken' });
  expect(failed()).toMatchObject({ state: 'failed', message: 'Good morning', error: { message: 'Agent Two answered while you were writing.' } });
  expect(localStorage.getItem('patchbay.outbox')).toContain('Good morning');
  // Asking once more asks the server once more: only the person's own word leaves it out.
  await expect(retryMessage(failed())).rejects.toMatchObject({ code: 'overtaken' });
  await retryMessage(failed(), true);
  expect(asked.at(-1)?.body).not.toHaveProperty('seen_status');
  expect(shown()).toMatchObject([{ id: 9 }]);
});

it('sends the status that was picked, and shows it without a second call', async () => {
  const { asked } = serve({ ...opening, 'POST /api/ticket/message/reply': { body: { result: 'success', data: aMessage({ id: 9, direction: 'out' }) } } });
  await openConversation('1001');
  await sendReply(anInfo(), me, { ...answer, closed: 2 });
  expect(asked.at(-1)).toMatchObject({ key: 'POST /api/ticket/message/reply', body: { closed: 2 } });
  expect(useConversations.getState().open['1001']?.info?.closed).toBe(2);
});

it('forgets the status an older page kept with a failed answer once the person insists', async () => {
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
  const { asked } = serve({ 'POST /api/ticket/message/reply': { body: { result: 'success', data: aMessage({ id: 9, direction: 'out' }) } } });
  await retryMessage(aMessage({ id: 'queue-aaaaaaaaaa', direction: 'out', state: 'failed' }), true);
  expect(asked.at(-1)?.body).not.toHaveProperty('closed');
});

it('takes the same words twice at once for two answers', async () => {
  const { asked } = serve({ ...opening, 'POST /api/ticket/message/reply': { body: { result: 'success', data: aMessage({ id: 9, direction: 'out' }) } } });
  await Promise.all([sendReply(anInfo(), me, answer), sendReply(anInfo(), me, answer)]);
  const [first, second] = asked.map((call) => (call.body as { queue_id: string }).queue_id);
  expect(first).not.toBe(second);
});

describe('what cannot leave', () => {
  const taken = ({ body }: { body: unknown }) => {
    const sent = body as { queue_id: string };
    return { body: { result: 'success', id: 9, queue_id: sent.queue_id, data: aMessage({ id: 9, direction: 'out', state: 'queued', queue_id: sent.queue_id }) } };
  };
  const REPLY = 'POST /api/ticket/message/reply';

  beforeEach(() => {
    useSession.setState({ phase: 'in', session: me });
    useConnection.setState({ phase: 'live' });
  });

  it.each([
    ['there is no socket, and the server has a fault', 'waiting' as const, 0, 'not_sent'],
    ['the person disconnected', 'off' as const, 0, 'waits'],
    ['the key is missing', 'live' as const, 1, 'not_sent'],
    ['the server has a fault', 'live' as const, 0, 'not_sent'],
  ])('is marked as failed when %s', async (_, phase, encryption, code) => {
    serve({ ...opening, 'GET /api/ticket/info/-/1001': { body: { data: anInfo({ encryption }) } }, [REPLY]: { status: 500, body: { description: 'A fault.' } } });
    await openConversation('1001');
    useConnection.setState({ phase });
    await expect(sendReply(anInfo({ encryption }), me, answer)).rejects.toBeTruthy();
    expect(shown()).toMatchObject([{ message: 'Good morning', state: 'failed', error: { code } }]);
  });

  it('goes out without a socket where calls get through', async () => {
    serve({ ...opening, [REPLY]: taken });
    await openConversation('1001');
    useConnection.setState({ phase: 'waiting' });
    await sendReply(anInfo(), me, answer);
    expect(shown()).toMatchObject([{ id: 9, state: 'queued' }]);
  });

  it('goes out by itself when the line is back, in its order and under its own id', async () => {
    serve({ ...opening, [REPLY]: new TypeError('network') });
    await openConversation('1001');
    for (const text of ['First', 'Second']) await expect(sendReply(anInfo(), me, { ...answer, text })).rejects.toMatchObject({ code: 'offline' });
    const ids = shown().map(({ id }) => id);
    let next = 8;
    const { asked } = serve({
      [REPLY]: ({ body }) => {
        const sent = body as { queue_id: string; message: string };
        next += 1;
        return { body: { result: 'success', id: next, queue_id: sent.queue_id, data: aMessage({ id: next, message: sent.message, direction: 'out', state: 'queued', queue_id: sent.queue_id }) } };
      },
    });
    await sendWaiting();
    expect(asked.map(({ body }) => body)).toMatchObject([{ message: 'First', queue_id: ids[0] }, { message: 'Second', queue_id: ids[1] }]);
    expect(shown().map(({ state }) => state)).toEqual(['queued', 'queued']);
    expect(localStorage.getItem('patchbay.outbox')).toBeNull();
  });

  it('waits on while the line breaks again, and fails for good when the server refuses', async () => {
    serve({ ...opening, [REPLY]: new TypeError('network') });
    await openConversation('1001');
    await expect(sendReply(anInfo(), me, answer)).rejects.toBeTruthy();
    await sendWaiting();
    expect(shown()).toMatchObject([{ state: 'failed', error: { code: 'waits' } }]);
    serve({ [REPLY]: { status: 422, body: { description: 'Too long.' } } });
    await sendWaiting();
    expect(shown()).toMatchObject([{ state: 'failed', error: { code: 'not_sent', message: 'Too long.' } }]);
    const { asked } = serve({ [REPLY]: taken });
    await sendWaiting();
    expect(asked).toEqual([]);
  });

  it('does not go out by itself after a night, or as somebody else', async () => {
    const entry = { queueId: 'queue-1', ticketId: 1, text: 'Old', files: [], reply: null, sender: 'agent1', senderName: '', failure: 'offline', waits: true };
    keepEntry({ ...entry, madeAtMs: Date.now() - 13 * 3_600_000 });
    keepEntry({ ...entry, queueId: 'queue-2', sender: 'agent2', madeAtMs: Date.now() });
    const { asked } = serve({ [REPLY]: taken });
    await sendWaiting();
    expect(asked).toEqual([]);
  });
});
