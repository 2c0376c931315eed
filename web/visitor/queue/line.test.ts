import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSocket, settled } from '../transport/fakeSocket';
import { createLine, type WaitingLine } from './line';
import { emptyFields, readPrefill } from './prefill';

const form = { title: 'Live chat with Ann', name: 'Ann', phone: '1', email: 'a', des: 'Hi', ic: '9', language: 'en' };
let socket: FakeSocket;
let line: WaitingLine;
let registered: unknown[][];
let answer: Promise<boolean>;
let events: string[];

beforeEach(() => {
  vi.useFakeTimers();
  registered = [];
  events = [];
  answer = Promise.resolve(true);
  line = createLine({
    session: { token: 't', csrf: 'c' },
    form,
    viaApi: false,
    api: {
      register: (...call) => {
        registered.push(call);
        return answer;
      },
    },
    onRegistered: () => events.push('tone'),
    onReady: (since) => events.push(`chat since ${since}`),
    log: (message) => events.push(message),
    open: () => {
      socket = new FakeSocket();
      return socket;
    },
  });
  line.start();
  socket.onopen?.();
});

afterEach(() => vi.useRealTimers());

describe('the line', () => {
  it('registers with token and proof, then follows the number', async () => {
    expect(socket.sent[0]).toMatchObject({ event: 'registerQueue', data: { token: 't', csrf: 'c' } });
    await socket.ack('registerQueue');
    socket.say({ event: 'queueNumber', data: { count: 2 } });
    expect(line.store.get()).toMatchObject({ phase: 'waiting', place: 2 });
    socket.say({ event: 'queueNumber', data: { count: 1 } });
    expect(line.store.get().place).toBe(1);
  });

  it('when taken: registration, tone, and the chat two seconds later', async () => {
    socket.say({ event: 'hello', data: { seq: 8, session: 's' } });
    socket.say({ event: 'queueAccepted', data: { name: 'Bob', photo: '' } });
    await settled();
    expect(registered).toEqual([[{ token: 't', csrf: 'c' }, form, false]]);
    expect(events).toEqual(['tone']);
    vi.advanceTimersByTime(1999);
    expect(events).toEqual(['tone']);
    vi.advanceTimersByTime(1);
    expect(events).toEqual(['tone', 'chat since 8']);
  });

  it('a break loses the place and is said; nothing reconnects by itself', () => {
    socket.onclose?.();
    expect(line.store.get().phase).toBe('dropped');
    const before = socket;
    vi.advanceTimersByTime(60_000);
    expect(socket).toBe(before);
  });

  it('without room it says so, and does not blame the connection', async () => {
    await socket.refuse('registerQueue', 'rate_limited');
    expect(line.store.get()).toMatchObject({ phase: 'dropped', full: true });
  });

  it('connect_failed and disconnect events read the same', () => {
    socket.say({ event: 'connect_failed', data: {} });
    expect(line.store.get().phase).toBe('dropped');
    expect(socket.closed).toBe(true);
  });

  it('a break after the acceptance changes nothing any more', async () => {
    socket.say({ event: 'queueAccepted', data: { name: 'Bob' } });
    socket.onclose?.();
    await settled();
    expect(line.store.get().phase).toBe('registered');
  });

  it('number 0 means that an agent had taken us before the page came back', async () => {
    socket.say({ event: 'queueNumber', data: { count: 0 } });
    await settled();
    expect(registered).toHaveLength(1);
    expect(line.store.get().phase).toBe('registered');
  });

  it('a refused number 0 goes on waiting', async () => {
    answer = Promise.resolve(false);
    socket.say({ event: 'queueNumber', data: { count: 0 } });
    await settled();
    expect(line.store.get()).toMatchObject({ phase: 'waiting', place: null });
  });

  it('a failed registration is only logged', async () => {
    answer = Promise.resolve(false);
    socket.say({ event: 'queueAccepted', data: { name: 'Bob' } });
    await settled();
    expect(line.store.get().phase).toBe('accepted');
    expect(events).toEqual(['The live chat could not be registered.']);
  });

  it('being taken twice registers once', async () => {
    socket.say({ event: 'queueAccepted', data: { name: 'Bob' } });
    socket.say({ event: 'queueAccepted', data: { name: 'Bob' } });
    await settled();
    expect(registered).toHaveLength(1);
  });
});

describe('the address', () => {
  it('fills the form and is complete with all four', () => {
    const found = readPrefill('?name=A&phone=1&email=a@b.c&reason=Hi&ic=77&api=1');
    expect(found.values).toEqual({ name: 'A', phone: '1', email: 'a@b.c', message: 'Hi' });
    expect(found).toMatchObject({ ic: '77', viaApi: false, complete: true });
  });

  it('with some of them only fills', () => {
    expect(readPrefill('?name=A')).toMatchObject({ complete: false, viaApi: true, ic: '' });
  });

  it('blanks count as empty', () => {
    expect(emptyFields({ name: ' ', phone: '1', email: 'abc', message: '\n' })).toEqual(['name', 'message']);
  });
});
