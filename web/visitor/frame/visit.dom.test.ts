import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FrameMessage, HelloMessage } from '../../widget/protocol';
import { Refused, type LinkRequest } from '../transport/api';
import { settled } from '../transport/fakeSocket';
import { readInfo, type Info } from '../transport/wire';
import { createHost } from './host';
import { frameKept } from './kept';
import { createVisit, subjectOf } from './visit';

const HELLO: HelloMessage = { type: 'hello', url: 'https://shop.example/a', title: 'A', heading: 'Help', accent: '#7A4B00', prefill: {}, identity: null, fresh: false };
/** Two people, as a site's server signs them; nobody here checks the signature. */
const jwt = (sub: string) => `h.${btoa(JSON.stringify({ sub }))}.s`;
const [MEI, TAN] = [jwt('mei'), jwt('tan')];

let links: LinkRequest[];
let refuseLink: Error | null;
let answers: Map<string, Info>;
let asked: [string, string | null][];
let told: FrameMessage[];
/** What else the first answer about a new visit has. */
let made: object;

const info = (more: object = {}) => readInfo({ result: 'success', csrf: 'c', ...more });

const api = {
  link: (request: LinkRequest) => {
    links.push(request);
    if (refuseLink !== null && (request.identity !== undefined || !(refuseLink instanceof Refused) || refuseLink.status !== 422)) return Promise.reject(refuseLink);
    const token = `t${links.length}`;
    answers.set(token, info({ ...made, ...(request.identity === undefined ? {} : { identity: { name: 'Mei' } }) }));
    return Promise.resolve(token);
  },
  framedInfo: (token: string, secret: string | null) => {
    asked.push([token, secret]);
    return Promise.resolve(answers.get(token) ?? readInfo(null));
  },
};

/** A load of the frame; what its browser keeps is from the loads before. */
function load() {
  const visit = createVisit({ key: 'k', api, kept: frameKept('k', localStorage, sessionStorage), host: { tell: (message) => void told.push(message) } });
  const receive = async (...messages: Parameters<typeof visit.receive>[0][]) => {
    for (const message of messages) visit.receive(message);
    for (let turn = 0; turn < 3; turn += 1) await settled();
  };
  return { ...visit, receive };
}

const SHOWN = { type: 'shown', focus: true } as const;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  links = [];
  asked = [];
  told = [];
  answers = new Map();
  refuseLink = null;
  made = {};
});

describe('the visit of a frame', () => {
  it('is made when the frame is first shown, with the page that is shown then', async () => {
    const visit = load();
    await visit.receive(HELLO);
    expect(links).toEqual([]);
    expect(visit.store.get().phase).toBe('idle');
    await visit.receive({ type: 'page', url: 'https://shop.example/b', title: 'B' }, SHOWN);
    expect(links).toEqual([{ key: 'k', page_url: 'https://shop.example/b', page_title: 'B' }]);
    expect(visit.store.get()).toMatchObject({ phase: 'open', token: 't1' });
  });

  it('goes on after a reload, shown or not, held by the secret of the first answer', async () => {
    const first = load();
    made = { secret: 'held' };
    await first.receive(HELLO, SHOWN);
    answers.set('t1', info({ ticket_id: 7 }));
    const next = load();
    await next.receive(HELLO);
    expect(links).toHaveLength(1);
    expect(asked).toEqual([
      ['t1', null],
      ['t1', 'held'],
    ]);
    expect(next.store.get()).toMatchObject({ phase: 'open', token: 't1', info: { ticketId: '7' } });
  });

  it('begins anew where the site wants that', async () => {
    await load().receive(HELLO, SHOWN);
    const next = load();
    await next.receive({ ...HELLO, fresh: true });
    expect(next.store.get().phase).toBe('idle');
    await next.receive(SHOWN);
    expect(next.store.get()).toMatchObject({ token: 't2' });
  });

  it('that is over stays to be read, and a new one is made when asked for', async () => {
    await load().receive(HELLO, SHOWN);
    answers.set('t1', info({ result: 'closed' }));
    const next = load();
    await next.receive(HELLO, SHOWN);
    expect(links).toHaveLength(1);
    expect(next.store.get()).toMatchObject({ phase: 'open', info: { result: 'closed' } });
    next.restart();
    await settled();
    await settled();
    expect(next.store.get()).toMatchObject({ phase: 'open', token: 't2', info: { result: 'success' } });
  });

  it('goes on without an identity that the server refuses, and says so', async () => {
    refuseLink = new Refused(422, 'invalid', 'Wrong', { identity: 'It has expired.' });
    const visit = load();
    await visit.receive({ ...HELLO, identity: MEI }, SHOWN);
    expect(links.map(({ identity }) => identity)).toEqual([MEI, undefined]);
    expect(told).toContainEqual({ type: 'problem', text: 'It has expired.' });
    expect(visit.store.get()).toMatchObject({ phase: 'open', token: 't2' });
  });

  it('is made anew for somebody who is named before the form was sent, and not afterwards', async () => {
    const visit = load();
    await visit.receive(HELLO, SHOWN, { type: 'identify', token: MEI });
    expect(visit.store.get()).toMatchObject({ token: 't2', info: { identity: { name: 'Mei' } } });
    const another = load();
    localStorage.clear();
    await another.receive(HELLO, SHOWN);
    answers.set('t3', info({ ticket_id: 7 }));
    await another.refresh();
    await another.receive({ type: 'identify', token: MEI });
    expect(another.store.get()).toMatchObject({ token: 't3' });
  });

  it("is not another person's", async () => {
    await load().receive({ ...HELLO, identity: MEI }, SHOWN);
    await load().receive({ ...HELLO, identity: MEI });
    expect(links).toHaveLength(1);
    const tan = load();
    await tan.receive({ ...HELLO, identity: TAN });
    expect(tan.store.get().phase).toBe('idle');
    await tan.receive(SHOWN);
    expect(links).toHaveLength(2);
  });

  it('is forgotten on a shutdown, and so is who it was', async () => {
    const kept = frameKept('k', localStorage, sessionStorage);
    const visit = load();
    await visit.receive({ ...HELLO, identity: MEI }, SHOWN);
    kept.setContact({ name: 'Mei', phone: '1', email: 'm', message: 'Hi' });
    kept.setWaiting({ name: 'Mei', phone: '1', email: 'm', message: 'Hi' });
    localStorage.setItem('patchbay.visit.t1.draft', 'half a word');
    await visit.receive({ type: 'shutdown' });
    expect({ ...localStorage }).toEqual({});
    expect({ ...sessionStorage }).toEqual({});
    expect(told.at(-1)).toEqual({ type: 'state', state: 'forgotten' });
  });

  it.each([
    [new Refused(404, 'not_found', 'No'), 'off'],
    [new Refused(429, 'rate_limited', 'Slow'), 'busy'],
    [new Error('no line'), 'offline'],
  ])('says what is in the way: %s', async (error, why) => {
    refuseLink = error;
    const visit = load();
    await visit.receive(HELLO, SHOWN);
    expect(visit.store.get()).toEqual({ phase: 'failed', why });
    refuseLink = null;
    visit.retry();
    await settled();
    await settled();
    expect(visit.store.get().phase).toBe('open');
  });
});

it('a token that is none names nobody', () => {
  expect(subjectOf(null)).toBeNull();
  expect(subjectOf('a.b')).toBeNull();
  expect(subjectOf(MEI)).toBe('mei');
});

describe("the host's window", () => {
  const parent = { postMessage: vi.fn() };
  const listeners = new Set<(event: MessageEvent) => void>();
  const own = {
    parent,
    addEventListener: (_type: string, listener: (event: MessageEvent) => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: (event: MessageEvent) => void) => listeners.delete(listener),
  } as unknown as Window;
  const hear = (data: unknown, origin: string, source: unknown = parent) => {
    for (const listener of listeners) listener({ data, origin, source } as MessageEvent);
  };

  it('is answered at the origin that said hello, and no other is heard', () => {
    const heard: string[] = [];
    const host = createHost(own);
    const stop = host.begin((message) => heard.push(message.type));
    expect(parent.postMessage).toHaveBeenLastCalledWith({ patchbay: 1, type: 'ready' }, '*');
    host.tell({ type: 'unread', count: 1 });
    expect(parent.postMessage).toHaveBeenCalledOnce();
    hear({ patchbay: 1, ...SHOWN }, 'https://shop.example');
    hear({ patchbay: 1, ...HELLO }, 'https://evil.example', {});
    hear({ ...HELLO }, 'https://shop.example');
    expect(heard).toEqual([]);
    hear({ patchbay: 1, ...HELLO }, 'https://shop.example');
    hear({ patchbay: 1, ...HELLO }, 'https://evil.example');
    hear({ patchbay: 1, ...SHOWN }, 'https://shop.example');
    expect(heard).toEqual(['hello', 'shown']);
    host.tell({ type: 'close' });
    expect(parent.postMessage).toHaveBeenLastCalledWith({ patchbay: 1, type: 'close' }, 'https://shop.example');
    stop();
    expect(listeners.size).toBe(0);
  });
});
