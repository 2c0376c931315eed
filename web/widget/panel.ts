/**
 * The panel with the chat's frame. The frame is made at the first sign that somebody wants it, and stays:
 * hiding it only takes it off the screen, so that its socket lives on.
 */

import { button, icon, make, PATHS } from './dom';
import { readFrameMessage, sealed, type FrameMessage, type HostMessage } from './protocol';
import type { ChosenTexts, WidgetSettings } from './settings';
import { FULL_SCREEN } from './style';

export interface Panel {
  readonly element: HTMLDialogElement;
  /** Makes the frame, if it is not there yet. */
  readonly prepare: () => void;
  readonly open: (focus: boolean) => void;
  readonly hasFocus: () => boolean;
  readonly close: () => void;
  /** Posts to the frame; what is posted before it is ready is lost, since its hello says all of it. */
  readonly post: (message: HostMessage) => void;
  /** Hears and waits for nothing any more. */
  readonly stop: () => void;
}

export interface PanelParts {
  readonly settings: WidgetSettings;
  readonly texts: ChosenTexts;
  readonly onMessage: (message: FrameMessage) => void;
  readonly onClose: () => void;
  /** The frame never said that it is there. */
  readonly onBlocked: () => void;
}

/** A document that has loaded says so at once, unless the browser shows an empty one in its place. */
const SILENT_MS = 3000;
/** A line this slow is none. */
const LOADING_MS = 20_000;

export function createPanel({ settings, texts, onMessage, onClose, onBlocked }: PanelParts): Panel {
  const title = texts.title || texts.own.title;
  const note = make('p', '', { role: 'status' }, texts.own.loading);
  const before = make('div', 'before', {}, note, button('icon', onClose, texts.own.close, icon(PATHS.close, 20)));
  const element = make('dialog', 'panel', { 'aria-label': title }, before);
  const size = matchMedia(FULL_SCREEN);
  let frame: HTMLIFrameElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const blocked = () => {
    note.textContent = texts.own.blocked;
    const link = make('a', '', { href: `${settings.origin}/visit/${settings.key}`, target: '_blank', rel: 'noopener' }, texts.own.newTab);
    before.querySelector('a')?.remove();
    before.append(link);
    onBlocked();
  };
  const expect = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(blocked, ms);
  };

  const hasFocus = () => {
    const tree = element.getRootNode();
    return tree instanceof ShadowRoot && element.contains(tree.activeElement);
  };
  const received = (event: MessageEvent<unknown>) => {
    if (frame === null || event.source !== frame.contentWindow || event.origin !== settings.origin) return;
    const message = readFrameMessage(event.data);
    if (message?.type === 'ready') {
      clearTimeout(timer);
      const focused = hasFocus();
      frame.hidden = false;
      before.hidden = true;
      if (focused) frame.focus();
    }
    if (message !== null) onMessage(message);
  };
  /** Phones lay their keyboard over the page, so the panel takes what is left of the window. */
  const fit = () => {
    const view = window.visualViewport;
    // Somebody who zooms in with two fingers looks at a part of the panel.
    if (!view || view.scale !== 1) return;
    element.style.setProperty('--top', `${view.offsetTop}px`);
    element.style.setProperty('--height', `${view.height}px`);
  };
  fit();
  const gone = new AbortController();
  const { signal } = gone;
  addEventListener('message', received, { signal });
  window.visualViewport?.addEventListener('resize', fit, { signal });
  window.visualViewport?.addEventListener('scroll', fit, { signal });

  element.addEventListener('cancel', (event) => {
    event.preventDefault();
    onClose();
  });
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') onClose();
  });

  const prepare = () => {
    if (frame !== null) return;
    // The language is in the address, because the frame's texts are chosen while its script loads.
    const src = `${settings.origin}/widget/${settings.key}#${texts.language}`;
    frame = make('iframe', '', { title, src, hidden: '' });
    frame.addEventListener('load', () => {
      if (!before.hidden) expect(SILENT_MS);
    });
    expect(LOADING_MS);
    element.append(frame);
  };
  return {
    element,
    prepare,
    hasFocus,
    open: (focus) => {
      prepare();
      // Where the chat takes the whole window nothing behind it can be reached. Both of a dialog's
      // methods move the focus, so a chat that opens by itself only becomes visible.
      if (focus && size.matches) element.showModal();
      else element.open = true;
      if (focus) (before.hidden ? frame : before.querySelector('button'))?.focus();
    },
    close: () => element.close(),
    post: (message) => {
      if (before.hidden) frame?.contentWindow?.postMessage(sealed(message), settings.origin);
    },
    stop: () => {
      clearTimeout(timer);
      gone.abort();
    },
  };
}
