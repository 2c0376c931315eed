/** The live chat widget on a site's page: puts launcher, greeting and panel together and answers the host's calls. */

import { createGreeting } from './greeting';
import { createLauncher } from './launcher';
import { createMemory } from './memory';
import { createPanel } from './panel';
import { readPrefill, type FrameMessage, type HostPage, type VisitorPrefill } from './protocol';
import { chooseTexts, type WidgetSettings } from './settings';
import { styles } from './style';

/** What a host can listen to. */
export const EVENTS = ['ready', 'open', 'close', 'unread', 'problem'] as const;
export type WidgetEvent = (typeof EVENTS)[number];
export type Listener = (value?: number | string) => void;

export interface Widget {
  readonly open: () => void;
  readonly close: () => void;
  readonly toggle: () => void;
  readonly identify: (token: string) => void;
  readonly prefill: (values: unknown) => void;
  readonly on: (event: WidgetEvent, listener: Listener) => void;
  readonly shutdown: () => void;
  /** Puts the widget back onto a page whose script has replaced everything on it. */
  readonly attach: () => void;
}

/** A frame that does not answer a shutdown has nothing that it could forget. */
const FORGET_MS = 5000;

/** Queries and fragments may hold secrets, and stay on the site. */
const hostPage = (): HostPage => ({ url: location.origin + location.pathname, title: document.title });

/** Pages that change without a load; where the browser does not tell, the next opening notices. */
function followPage(changed: () => void, signal: AbortSignal): void {
  const navigation = 'navigation' in window ? window.navigation : undefined;
  navigation?.addEventListener('navigatesuccess', changed, { signal });
  addEventListener('popstate', changed, { signal });
}

export function createWidget(settings: WidgetSettings): Widget {
  const texts = chooseTexts(settings, document.documentElement.lang, navigator.languages);
  const memory = createMemory(settings.key);
  const listeners: [WidgetEvent, Listener][] = [];
  const gone = new AbortController();
  let prefill: VisitorPrefill = {};
  let identity: string | null = null;
  let fresh = settings.fresh;
  let leaving = false;

  const call = (listener: Listener, value?: number | string) => {
    try {
      listener(value);
    } catch (error) {
      // What a host's own function does wrong is the host's, and ends nothing here.
      console.error(error);
    }
  };
  const tell = (event: WidgetEvent, value?: number | string) => {
    for (const [name, listener] of [...listeners]) if (name === event) call(listener, value);
  };

  const root = document.createElement('patchbay-widget');
  root.style.setProperty('all', 'initial', 'important');
  root.style.setProperty('display', 'contents', 'important');
  root.dir = 'ltr';
  root.lang = texts.language;
  const shadow = root.attachShadow({ mode: 'open' });
  shadow.adoptedStyleSheets = [styles(settings)];

  const received = (message: FrameMessage) => {
    switch (message.type) {
      case 'ready':
        panel.post({ type: 'hello', ...hostPage(), heading: texts.title, accent: settings.accent, prefill, identity, fresh });
        // A frame that loads a second time on this page goes on.
        fresh = false;
        if (leaving) panel.post({ type: 'shutdown' });
        else if (panel.element.open) panel.post({ type: 'shown', focus: panel.hasFocus() });
        break;
      case 'unread':
        launcher.setUnread(message.count);
        tell('unread', message.count);
        break;
      case 'close':
        close();
        break;
      case 'problem':
        console.warn(`Patchbay chat: ${message.text}`);
        tell('problem', message.text);
        break;
      case 'state':
        if (message.state === 'forgotten') leave();
        else if (!leaving) memory.live.set(message.state === 'waiting' || message.state === 'chat');
        break;
    }
  };

  const show = (focus: boolean) => {
    if (panel.element.open) return;
    greeting.end();
    panel.open(focus);
    launcher.setOpen(true);
    memory.open.set(true);
    panel.post({ type: 'page', ...hostPage() });
    panel.post({ type: 'shown', focus });
    tell('open');
  };
  const close = () => {
    if (!panel.element.open) return;
    const within = shadow.activeElement !== null;
    panel.close();
    launcher.setOpen(false);
    memory.open.set(false);
    panel.post({ type: 'hidden' });
    if (within) launcher.element.focus();
    tell('close');
  };
  const toggle = () => (panel.element.open ? close() : show(true));

  const panel = createPanel({
    settings,
    texts,
    onMessage: received,
    onClose: close,
    onBlocked: () => {
      if (leaving) return;
      received({ type: 'problem', text: `The frame did not answer. Is ${location.origin} one of the widget's sites?` });
    },
  });
  const launcher = createLauncher({ texts, onIntent: panel.prepare, onPress: toggle });
  const greeting = createGreeting({ settings, texts, memory, onOpen: () => show(true) });
  shadow.append(greeting.element, panel.element, launcher.element);

  const attach = () => {
    if (!root.isConnected) document.body.append(root);
  };
  const leave = () => {
    gone.abort();
    panel.stop();
    root.remove();
  };

  attach();
  greeting.restart();
  const moved = () => {
    greeting.restart();
    panel.post({ type: 'page', ...hostPage() });
  };
  followPage(moved, gone.signal);

  // What went on when the last page was left goes on, once this one has loaded.
  const resume = () => {
    if (memory.open.get()) show(false);
    else if (memory.live.get()) panel.prepare();
  };
  if (settings.fresh) {
    memory.open.set(false);
    memory.live.set(false);
  } else if (document.readyState === 'complete') resume();
  else addEventListener('load', resume, { signal: gone.signal });

  return {
    open: () => show(true),
    close,
    toggle,
    identify: (token) => {
      identity = token;
      panel.post({ type: 'identify', token });
    },
    prefill: (values) => {
      prefill = { ...prefill, ...readPrefill(values) };
      panel.post({ type: 'prefill', prefill });
    },
    on: (event, listener) => {
      listeners.push([event, listener]);
      // Whoever can ask for it asks too late otherwise.
      if (event === 'ready') call(listener);
    },
    shutdown: () => {
      leaving = true;
      close();
      gone.abort();
      greeting.stop();
      memory.live.set(false);
      memory.open.set(false);
      launcher.element.remove();
      listeners.length = 0;
      // Only the frame can take away what it keeps, so one is made where there is none.
      panel.prepare();
      panel.post({ type: 'shutdown' });
      setTimeout(leave, FORGET_MS);
    },
    attach,
  };
}
