import { afterEach, beforeEach, vi, type MockInstance } from 'vitest';
import { install } from './commands';
import { sealed, type FrameMessage } from './protocol';
import type { WidgetSettings } from './settings';

/** A site's page for tests: what stands on it, what the widget posts, and a hand to play the frame with. */

const SETTINGS: WidgetSettings = {
  key: 'abc',
  origin: 'https://desk.example',
  position: 'right',
  accent: '#0B7A75',
  texts: { en: { launcher: '', title: 'Shop help', greeting: 'May we help?' }, ms: { launcher: 'Tanya kami', title: '', greeting: '' } },
  greeting: null,
  fresh: false,
};

interface Posted {
  readonly message: Record<string, unknown>;
  readonly origin: string;
}

/** What changes with each test. */
export const page: { inner: Window | null; posted: Posted[]; phone: boolean; modal: boolean } = { inner: null, posted: [], phone: false, modal: false };
let added: MockInstance<typeof window.addEventListener>;

export const root = () => document.querySelector('patchbay-widget')?.shadowRoot ?? null;
export const launcher = () => root()?.querySelector<HTMLButtonElement>('.launcher') ?? null;
export const panel = () => root()?.querySelector('dialog') ?? null;
export const frame = () => root()?.querySelector('iframe') ?? null;
export const types = () => page.posted.map(({ message }) => message['type']);

export function begin(change: Partial<WidgetSettings> = {}): void {
  install({ ...SETTINGS, ...change });
}

/** The frame says something; by default as it would. */
export function say(message: FrameMessage, origin = SETTINGS.origin, source: MessageEventSource | null = page.inner): void {
  window.dispatchEvent(new MessageEvent('message', { data: sealed(message), origin, source }));
}

/** Opens the panel by the button, with a frame that answers. */
export function openReady(): void {
  launcher()?.click();
  say({ type: 'ready' });
}

/** As a load of the next page leaves it: the storage stays, everything else is gone. */
export function leavePage(): void {
  for (const [type, listener] of added.mock.calls) window.removeEventListener(type, listener);
  document.querySelector('patchbay-widget')?.remove();
  delete window.patchbay;
  page.posted = [];
}

/** Each test of the file gets an empty page. */
export function freshPage(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    Object.assign(page, { posted: [], phone: false, modal: false });
    // jsdom gives a frame in a shadow tree no window; the one of a frame outside stands in for it.
    const outside = document.createElement('iframe');
    document.documentElement.append(outside);
    const inner = outside.contentWindow;
    if (inner) inner.postMessage = (message: Record<string, unknown>, origin: unknown) => void page.posted.push({ message, origin: String(origin) });
    page.inner = inner;
    vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue(inner);
    added = vi.spyOn(window, 'addEventListener');
    history.replaceState(null, '', '/');
    vi.stubGlobal('matchMedia', () => ({ matches: page.phone, addEventListener: () => undefined }));
    vi.spyOn(console, 'info').mockImplementation(() => undefined);
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    HTMLDialogElement.prototype.showModal = function show() {
      this.open = true;
      page.modal = true;
    };
    HTMLDialogElement.prototype.close = function close() {
      this.open = false;
    };
  });
  afterEach(() => {
    window.patchbay?.('shutdown');
    vi.runAllTimers();
    delete window.patchbay;
    document.querySelector('html > iframe')?.remove();
    localStorage.clear();
    sessionStorage.clear();
    document.documentElement.lang = '';
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}
