/**
 * The visit of a widget's frame: goes on with the one that this browser keeps, or makes one when the
 * frame is first shown. A frame that is only made ready costs no link.
 */

import type { HelloMessage, HostMessage, VisitorPrefill } from '../../widget/protocol';
import { createStore, type Store } from '../store';
import { Refused, type LinkRequest, type VisitorApi } from '../transport/api';
import { fields, textOrNull, type Info } from '../transport/wire';
import type { FrameKept } from './kept';
import type { Host } from './host';

export type VisitState =
  /** Nobody has opened the frame. */
  | { readonly phase: 'idle' }
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly why: 'busy' | 'off' | 'offline' }
  | { readonly phase: 'open'; readonly token: string; readonly info: Info };

export interface WidgetLook {
  readonly heading: string;
  readonly accent: string | null;
}

export interface FrameVisit {
  readonly store: Store<VisitState>;
  readonly shown: Store<boolean>;
  /** How the widget is set to look: its title, and its colour. */
  readonly look: Store<WidgetLook>;
  readonly prefill: Store<VisitorPrefill>;
  readonly receive: (message: HostMessage) => void;
  /** Tries again what failed. */
  readonly retry: () => void;
  readonly restart: () => void;
  /** Asks what became of the visit; null when nobody answers. */
  readonly refresh: () => Promise<Info | null>;
  /** Asks in a moment, because the answer has become old. */
  readonly again: () => void;
}

/** Not at once: two sides that disagree must not ask each other without end. */
const AGAIN_AFTER_MS = 1000;

export interface FrameVisitParts {
  readonly key: string;
  readonly api: Pick<VisitorApi, 'link' | 'framedInfo'>;
  readonly kept: FrameKept;
  readonly host: Pick<Host, 'tell'>;
}

/** True of a visit whose form was not sent, so that another may stand in its place. */
function isUnused(info: Info): boolean {
  return (info.result === 'success' || info.result === 'noAgent') && info.ticketId === null;
}

function reason(error: unknown): 'busy' | 'off' | 'offline' {
  if (!(error instanceof Refused)) return 'offline';
  if (error.status === 404) return 'off';
  return error.code === 'rate_limited' ? 'busy' : 'offline';
}

/**
 * The site's id of the person in a JWT, not checked: it only keeps two people at one browser apart, and the
 * server alone decides who somebody is.
 */
export function subjectOf(token: string | null): string | null {
  try {
    const claims = (token ?? '').split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    return textOrNull(fields(JSON.parse(atob(claims)))['sub']);
  } catch {
    return null;
  }
}

export function createVisit({ key, api, kept, host }: FrameVisitParts): FrameVisit {
  const store = createStore<VisitState>({ phase: 'idle' });
  const shown = createStore(false);
  const look = createStore<WidgetLook>({ heading: '', accent: null });
  const prefill = createStore<VisitorPrefill>({});
  let page = { url: '', title: '' };
  let identity: string | null = null;
  /** What the visit on the screen was made with. */
  let usedIdentity: string | null = null;
  /** Grows with everything that makes an answer on its way worthless. */
  let round = 0;

  const set = (state: VisitState) => store.set(() => state);

  async function ask(token: string): Promise<Info> {
    const info = await api.framedInfo(token, kept.secret());
    if (info.secret !== null) kept.setSecret(info.secret);
    return info;
  }

  async function link(): Promise<string> {
    const request: LinkRequest = { key, page_url: page.url, page_title: page.title };
    usedIdentity = identity;
    if (identity === null) return api.link(request);
    try {
      const token = await api.link({ ...request, identity });
      const person = subjectOf(identity);
      if (person !== null) kept.setPerson(person);
      return token;
    } catch (error) {
      const wrong = error instanceof Refused ? error.fields['identity'] : undefined;
      if (typeof wrong !== 'string') throw error;
      // The site's server has signed something wrong, for which its visitor must not go without a chat.
      identity = null;
      host.tell({ type: 'problem', text: wrong });
      return api.link(request);
    }
  }

  /** Who it is became known only after this visit was made, which nobody has used yet. */
  const isOutdated = (info: Info) =>
    identity !== null && identity !== usedIdentity && info.identity === null && isUnused(info) && kept.waiting() === null;

  /** Another person's visit is not gone on with. */
  const separate = () => {
    const [before, now] = [kept.person(), subjectOf(identity)];
    if (before === null || now === null || before === now) return false;
    kept.forget();
    return true;
  };

  /** Shows the kept visit, or a new one. */
  async function open(): Promise<void> {
    const current = (round += 1);
    const old = kept.token();
    if (old === null && !shown.get()) {
      set({ phase: 'idle' });
      return host.tell({ type: 'state', state: 'idle' });
    }
    set({ phase: 'loading' });
    try {
      const token = old ?? (await link());
      if (current !== round) return;
      if (old === null) kept.setToken(token);
      const info = await ask(token);
      if (current !== round) return;
      if (isOutdated(info)) return restart();
      set({ phase: 'open', token, info });
    } catch (error) {
      if (current === round) set({ phase: 'failed', why: reason(error) });
    }
  }

  function restart(): void {
    kept.endVisit();
    void open();
  }

  async function refresh(): Promise<Info | null> {
    const at = store.get();
    if (at.phase !== 'open') return null;
    const current = round;
    try {
      const info = await ask(at.token);
      if (current === round) set({ ...at, info });
      return info;
    } catch {
      return null;
    }
  }

  let timer: ReturnType<typeof setTimeout> | undefined;
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void refresh(), AGAIN_AFTER_MS);
  };

  const greet = (hello: HelloMessage) => {
    page = { url: hello.url, title: hello.title };
    identity = hello.identity;
    look.set(() => ({ heading: hello.heading, accent: hello.accent || null }));
    prefill.set(() => hello.prefill);
    if (hello.fresh) kept.endVisit();
    separate();
    void open();
  };

  const receive = (message: HostMessage) => {
    switch (message.type) {
      case 'hello':
        return greet(message);
      case 'shown':
        shown.set(() => true);
        if (store.get().phase === 'idle' || store.get().phase === 'failed') void open();
        return;
      case 'hidden':
        return shown.set(() => false);
      case 'page':
        page = { url: message.url, title: message.title };
        return;
      case 'prefill':
        return prefill.set(() => message.prefill);
      case 'identify': {
        identity = message.token;
        const at = store.get();
        if (separate() || (at.phase === 'open' && isOutdated(at.info))) restart();
        return;
      }
      case 'shutdown':
        round += 1;
        kept.forget();
        set({ phase: 'idle' });
        host.tell({ type: 'state', state: 'forgotten' });
        return;
    }
  };
  return { store, shown, look, prefill, receive, retry: () => void open(), restart, refresh, again };
}
