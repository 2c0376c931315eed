import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSocket, settled } from '../transport/fakeSocket';
import type { History } from '../transport/wire';
import { createConversation, type Conversation } from './conversation';
import { keptIn } from './kept';

const session = { token: 't', csrf: 'c' };
let sockets: FakeSocket[];
let history: History;
let refused: number;
let ids: number;
let chat: Conversation;

function make(): Conversation {
  return createConversation({
    session,
    api: { messages: () => Promise.resolve(history) },
    kept: keptIn(localStorage, 't'),
    agent: { name: 'Bob', photo: null },
    since: keptIn(localStorage, 't').takeSince(),
    now: () => 1000 + ids,
    newId: () => `queue-${ids++}`,
    onRefused: () => {
      refused += 1;
    },
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
  });
}

function socket(): FakeSocket {
  const last = sockets.at(-1);
  if (!last) throw new Error('no socket was opened');
  return last;
}

/** Opens the newest socket up to the end of the replay. */
async function join(seq: number): Promise<void> {
  socket().onopen?.();
  await socket().ack('visitorJoin');
  socket().say({ event: 'hello', data: { seq, session: 's' } });
  socket().say({ event: 'resumed', data: { seq } });
  await settled();
}

const texts = () => chat.store.get().transcript.lines.map((line) => line.text);
const states = () => chat.store.get().transcript.lines.map((line) => line.state);

beforeEach(async () => {
  vi.useFakeTimers();
  localStorage.clear();
  sockets = [];
  refused = 0;
  ids = 1;
  history = { messages: [], seq: 20, ended: false };
  chat = make();
  chat.start();
  await settled();
});

afterEach(() => {
  chat.stop();
  vi.useRealTimers();
});

describe('joining', () => {
  it('says who it is, then goes on after the history’s cursor', async () => {
    await join(25);
    expect(socket().sent).toMatchObject([
      { event: 'visitorJoin', data: { token: 't', csrf: 'c' } },
      { event: 'resume', data: { after: 20 } },
    ]);
    expect(chat.store.get().link).toBe('live');
  });

  it('resumes from before the chat began when it comes from the line, once', async () => {
    chat.stop();
    keptIn(localStorage, 't').setSince(12);
    chat = make();
    chat.start();
    await settled();
    await join(25);
    expect(socket().sent).toContainEqual({ event: 'resume', data: { after: 12 } });
    expect(keptIn(localStorage, 't').takeSince()).toBeNull();
  });

  it('shows the greeting again after a reload', async () => {
    await join(20);
    socket().say({ event: 'message', data: { id: 'g', from: 'system', text: 'Welcome', ts_ms: 5 }, seq: 21 });
    chat.stop();
    chat = make();
    chat.start();
    await settled();
    expect(texts()).toEqual(['Welcome']);
  });

  it('comes back by itself after a break, after the last event it saw', async () => {
    await join(20);
    socket().say({ event: 'message', data: { id: 'a', from: 'agent', text: 'Hi', ts_ms: 5 }, seq: 31 });
    socket().onclose?.();
    expect(chat.store.get().link).toBe('down');
    vi.advanceTimersByTime(1000);
    expect(sockets).toHaveLength(2);
    await join(40);
    expect(socket().sent).toContainEqual({ event: 'resume', data: { after: 31 } });
  });

  it('reads everything again when the gap is too old', async () => {
    await join(20);
    history = {
      messages: [{ id: 'z', clientId: null, from: 'agent', name: 'Bob', text: 'Late', tsMs: 9, attachments: [] }],
      seq: 90,
      ended: false,
    };
    socket().say({ event: 'resync', data: { seq: 90 } });
    await settled();
    expect(texts()).toEqual(['Late']);
    expect(chat.store.get().transcript.cursor).toBe(90);
  });

  it('tells when the server does not take the visit any more', async () => {
    socket().onopen?.();
    await socket().refuse('visitorJoin', 'forbidden');
    expect(refused).toBe(1);
  });
});

describe('sending', () => {
  it('waits for the connection, keeps the order and asks one at a time', async () => {
    chat.send('one', []);
    chat.send('two', []);
    expect(states()).toEqual(['waiting', 'waiting']);
    await join(20);
    expect(socket().names().filter((name) => name === 'visitorMessage')).toHaveLength(1);
    await socket().ack('visitorMessage', { id: '501' });
    await socket().ack('visitorMessage', { id: '502' });
    expect(states()).toEqual(['sent', 'sent']);
    expect(texts()).toEqual(['one', 'two']);
    expect(localStorage).toHaveLength(0);
  });

  it('repeats with the same id when the answer was lost', async () => {
    await join(20);
    chat.send('one', []);
    const first = socket().sent.at(-1)?.data;
    socket().onclose?.();
    await settled();
    expect(states()).toEqual(['waiting']);
    vi.advanceTimersByTime(1000);
    await join(20);
    expect(socket().sent.at(-1)?.data).toEqual(first);
  });

  it('an unsent message survives a reload', async () => {
    chat.send('one', []);
    chat.stop();
    chat = make();
    expect(texts()).toEqual(['one']);
    chat.start();
    await settled();
    await join(20);
    expect(socket().sent.at(-1)).toMatchObject({ event: 'visitorMessage', data: { id: 'queue-1', text: 'one' } });
  });

  it('a refused message stays, says so and can be sent again', async () => {
    await join(20);
    chat.send('one', []);
    await socket().refuse('visitorMessage', 'invalid');
    expect(states()).toEqual(['failed']);
    chat.retry('queue-1');
    await socket().ack('visitorMessage', { id: '9' });
    expect(states()).toEqual(['sent']);
  });

  it('a server in trouble is asked again later', async () => {
    await join(20);
    chat.send('one', []);
    await socket().refuse('visitorMessage', 'unavailable');
    expect(states()).toEqual(['waiting']);
    vi.advanceTimersByTime(2000);
    await socket().ack('visitorMessage', { id: '9' });
    expect(states()).toEqual(['sent']);
  });

  it('an answer that never comes means the connection is dead', async () => {
    await join(20);
    chat.send('one', []);
    vi.advanceTimersByTime(10_000);
    await settled();
    expect(chat.store.get().link).not.toBe('live');
    expect(sockets[0]?.closed).toBe(true);
  });
});

describe('the end', () => {
  it('by the agent closes the chat and marks what was never sent', async () => {
    await join(20);
    chat.send('one', []);
    socket().say({ event: 'ended', data: {}, seq: 21 });
    expect(chat.store.get().ended).toBe(true);
    expect(chat.store.get().transcript.lines[0]).toMatchObject({ state: 'failed', problem: 'ended' });
    await settled();
    expect(states()).toEqual(['failed']);
  });

  it('by the visitor waits for the server', async () => {
    await join(20);
    const done = chat.end();
    expect(chat.store.get().ended).toBe(false);
    await socket().ack('endChat');
    await done;
    expect(chat.store.get().ended).toBe(true);
  });
});

it('typing that is never taken back stops after five seconds', async () => {
  await join(20);
  socket().say({ event: 'typing', data: { typing: true } });
  expect(chat.store.get().agentTyping).toBe(true);
  vi.advanceTimersByTime(5000);
  expect(chat.store.get().agentTyping).toBe(false);
});
