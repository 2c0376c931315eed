/** @jsxImportSource preact */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sealed, type FrameMessage, type HelloMessage, type HostMessage } from '../../widget/protocol';
import { FakeSocket, settled } from '../transport/fakeSocket';
import { FrameApp } from './FrameApp';

const HELLO: HelloMessage = { type: 'hello', url: 'https://shop.example/', title: 'Shop', heading: 'Shop help', accent: '#7A4B00', prefill: {}, identity: null, fresh: false };
const SHOWN = { type: 'shown', focus: true } as const;
const FORM = { name: 'Vera', phone: '12', email: 'v@x.example', message: 'Hello?' };

let root: HTMLElement;
let host: Window;
let told: FrameMessage[];
let calls: string[];
let sockets: FakeSocket[];
/** What the server says to each call. */
let answers: Record<string, object>;

/** Lets answers come, and what the screens ask for after them. */
async function calm(begin: () => void): Promise<void> {
  for (const step of [begin, () => undefined, () => undefined]) {
    await act(async () => {
      step();
      for (let turn = 0; turn < 5; turn += 1) await settled();
    });
  }
}

const send = (...messages: HostMessage[]) =>
  calm(() => {
    for (const message of messages) window.dispatchEvent(new MessageEvent('message', { data: sealed(message), origin: 'https://shop.example', source: host }));
  });

async function load(...messages: HostMessage[]): Promise<void> {
  await act(() => render(<FrameApp token="k" />, root));
  await send(HELLO, ...messages);
}

const field = (name: string) => root.querySelector<HTMLInputElement>(`[name="${name}"]`);
const button = (name: string) => [...root.querySelectorAll('button')].find((one) => one.textContent === name || one.getAttribute('aria-label') === name);
const press = (name: string) => calm(() => button(name)?.click());

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  told = [];
  calls = [];
  sockets = [];
  answers = {
    '/api/livechat/link': { token: 't1' },
    '/api/livechat/info': { result: 'success', csrf: 'c', client_name: 'Client' },
    '/api/livechat/messages': { data: [] },
  };
  const outside = document.createElement('iframe');
  root = document.createElement('div');
  document.body.append(outside, root);
  host = outside.contentWindow ?? window;
  host.postMessage = (message: FrameMessage) => void told.push(message);
  vi.stubGlobal('parent', host);
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false }, configurable: true });
  vi.stubGlobal('fetch', (path: string) => {
    calls.push(path.split('?')[0] ?? '');
    return Promise.resolve(new Response(JSON.stringify(answers[path.split('?')[0] ?? ''])));
  });
  vi.stubGlobal(
    'WebSocket',
    class extends FakeSocket {
      constructor() {
        super();
        sockets.push(this);
      }
    },
  );
});

afterEach(() => {
  render(null, root);
  document.body.replaceChildren();
});

describe('the form in a frame', () => {
  it('costs nothing before it is shown, and then stands there at once', async () => {
    await load();
    expect(calls).toEqual([]);
    expect(root.textContent).toBe('');
    await send(SHOWN);
    expect(calls).toEqual(['/api/livechat/link', '/api/livechat/info']);
    expect(root.querySelector('header')?.textContent).toBe('Shop help');
    expect(document.documentElement.style.getPropertyValue('--accent')).toBe('rgb(122 75 0)');
    expect(button('Continue')).toBeUndefined();
    expect(field('message')).not.toBeNull();
    expect(told.at(-1)).toMatchObject({ type: 'state', state: 'form' });
  });

  it('shows what the site vouches for, and what it only says can be changed', async () => {
    answers['/api/livechat/info'] = { result: 'success', csrf: 'c', identity: { name: 'Mei', email: 'mei@x.example', phone: '' } };
    await load({ type: 'prefill', prefill: { name: 'Somebody', phone: '77' } }, SHOWN);
    expect([field('name')?.value, field('name')?.readOnly]).toEqual(['Mei', true]);
    expect([field('phone')?.value, field('phone')?.readOnly]).toEqual(['77', false]);
    expect(root.textContent).toContain('come from your account');
    // What was written is not overwritten by what the site says later.
    await send({ type: 'prefill', prefill: { phone: '88', message: 'Order 7' } });
    expect([field('phone')?.value, field('message')?.value]).toEqual(['77', 'Order 7']);
  });

  it('is never sent by itself, complete or not', async () => {
    await load({ type: 'prefill', prefill: FORM }, SHOWN);
    expect(field('email')?.value).toBe('v@x.example');
    expect(sockets).toHaveLength(0);
  });

  it('knows the visitor the next time, and asks anew what it is about', async () => {
    await load({ type: 'prefill', prefill: FORM }, SHOWN);
    await press('Connect');
    sockets[0]?.onopen?.();
    await press('Leave the queue');
    render(null, root);
    sessionStorage.clear();
    await load(SHOWN);
    expect([field('name')?.value, field('message')?.value]).toEqual(['Vera', '']);
  });
});

describe('a visitor in the queue', () => {
  it('joins it again after a reload, hidden or not, with the same words', async () => {
    await load({ type: 'prefill', prefill: FORM }, SHOWN);
    await press('Connect');
    expect(told.at(-1)).toMatchObject({ type: 'state', state: 'waiting' });
    render(null, root);
    await load();
    expect(sockets).toHaveLength(2);
    sockets[1]?.onopen?.();
    expect(sockets[1]?.sent[0]).toMatchObject({ event: 'registerQueue', data: { token: 't1', name: 'Vera', des: 'Hello?' } });
  });

  it('joins once, whatever is asked meanwhile', async () => {
    await load({ type: 'prefill', prefill: FORM }, SHOWN);
    await press('Connect');
    await send({ type: 'prefill', prefill: { name: 'Vera B' } });
    expect(sockets).toHaveLength(1);
  });

  it('leaves no message by itself when the agents are gone', async () => {
    await load({ type: 'prefill', prefill: FORM }, SHOWN);
    await press('Connect');
    render(null, root);
    answers['/api/livechat/info'] = { result: 'noAgent', csrf: 'c' };
    await load();
    expect(calls).not.toContain('/api/livechat/register');
    expect(field('message')?.value).toBe('Hello?');
  });
});

describe('a chat in a frame', () => {
  it('tells the host what arrives while nobody can see it', async () => {
    answers['/api/livechat/info'] = { result: 'success', csrf: 'c', ticket_id: 7, name: 'Bob' };
    answers['/api/livechat/messages'] = { data: [{ id: 'm1', from: 'agent', text: 'Hello', ts_ms: 5 }], seq: 1 };
    await load(SHOWN);
    expect(told.filter(({ type }) => type === 'unread').at(-1)).toMatchObject({ count: 0 });
    await send({ type: 'hidden' });
    await act(() => {
      sockets[0]?.say({ event: 'message', seq: 2, data: { id: 'm2', from: 'agent', text: 'There?', ts_ms: 9 } });
    });
    expect(told.at(-1)).toMatchObject({ type: 'unread', count: 1 });
    render(null, root);
    answers['/api/livechat/messages'] = { data: [{ id: 'm2', from: 'agent', text: 'There?', ts_ms: 9 }], seq: 2 };
    await load();
    expect(told.at(-1)).toMatchObject({ type: 'unread', count: 1 });
    await send(SHOWN);
    expect(told.at(-1)).toMatchObject({ type: 'unread', count: 0 });
  });

  it('calls the visitor who has closed the frame to a chat that nobody has looked at', async () => {
    await load(SHOWN, { type: 'hidden' });
    answers['/api/livechat/info'] = { result: 'success', csrf: 'c', ticket_id: 7, name: 'Bob' };
    render(null, root);
    await load();
    expect(told.at(-1)).toMatchObject({ type: 'unread', count: 1 });
  });

  it('that is gone leads to a new one', async () => {
    await load(SHOWN);
    answers['/api/livechat/info'] = { result: 'invalid' };
    render(null, root);
    await load(SHOWN);
    expect(root.textContent).toContain('no longer available');
    expect(told.at(-1)).toMatchObject({ type: 'state', state: 'ended' });
    answers['/api/livechat/info'] = { result: 'success', csrf: 'c' };
    await press('Start a new chat');
    expect(field('name')).not.toBeNull();
  });

  it('that has ended is rated and left for a new one', async () => {
    answers['/api/livechat/info'] = { result: 'rating', csrf: 'c' };
    answers['/api/livechat/rate'] = { result: 'success' };
    await load(SHOWN);
    expect(root.textContent).toContain('Live Chat Ended');
    await act(() => root.querySelectorAll('input')[4]?.click());
    await press('Submit');
    expect(root.textContent).toContain('Thank you for your feedback!');
    answers['/api/livechat/info'] = { result: 'success', csrf: 'c' };
    await press('Start a new chat');
    expect(field('name')).not.toBeNull();
  });
});

describe('closing', () => {
  const escape = (init: KeyboardEventInit = {}) => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', ...init }));
  const closes = () => told.filter(({ type }) => type === 'close').length;

  it('is asked of the host by the button and by Escape', async () => {
    await load(SHOWN);
    await press('Close chat window');
    escape();
    expect(closes()).toBe(2);
  });

  it('leaves Escape to an input method and to a dialog of the chat', async () => {
    await load(SHOWN);
    escape({ isComposing: true });
    const dialog = document.createElement('dialog');
    dialog.open = true;
    document.body.append(dialog);
    escape();
    expect(closes()).toBe(0);
  });
});
