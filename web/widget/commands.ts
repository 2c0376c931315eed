/**
 * The host's API: the one global function `patchbay`. A page may call it before the loader is there; a stub
 * then keeps the calls in `patchbay.q`, and they are made up for here.
 */

import type { WidgetSettings } from './settings';
import { createWidget, EVENTS, type Listener, type Widget } from './widget';

/** A call as a stub keeps it: its arguments, be it as an array or as `arguments`. */
type Call = ArrayLike<unknown>;

export interface Entry {
  (...call: unknown[]): void;
  q?: Call[];
  /** Of the widget that answers the calls; absent in a stub and after a shutdown. */
  key?: string;
  /** Puts the widget back where a page has replaced its whole body. */
  attach?: () => void;
}

declare global {
  interface Window {
    patchbay?: Entry;
  }
}

const isListener = (value: unknown): value is Listener => typeof value === 'function';

function textIn(value: unknown, name: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const found: unknown = Reflect.get(value, name);
  return typeof found === 'string' && found !== '' ? found : null;
}

/** Does one call; false for what is no call of this API. */
function run(widget: Widget, [name, first, second]: readonly unknown[]): boolean {
  switch (name) {
    case 'open':
    case 'close':
    case 'toggle':
      widget[name]();
      return true;
    case 'identify': {
      const token = textIn(first, 'token');
      if (token !== null) widget.identify(token);
      return token !== null;
    }
    case 'prefill':
      widget.prefill(first);
      return true;
    case 'on': {
      const event = EVENTS.find((known) => known === first);
      if (event === undefined || !isListener(second)) return false;
      widget.on(event, second);
      return true;
    }
    default:
      return false;
  }
}

/** Puts the widget onto the page, unless it is there. */
export function install(settings: WidgetSettings): void {
  const before = window.patchbay;
  if (before?.key !== undefined) {
    console.info('Patchbay chat: the tag is on this page twice.');
    before.attach?.();
    return;
  }
  let widget: Widget | null = null;
  const entry: Entry = (...call) => {
    if (widget === null) {
      (entry.q ??= []).push(call);
    } else if (call[0] === 'shutdown') {
      // Whoever logs in next may have the tag again, and until then calls are kept as before the first.
      widget.shutdown();
      widget = null;
      delete entry.key;
      delete entry.attach;
    } else if (!run(widget, call)) {
      console.warn('Patchbay chat: unknown call', ...call);
    }
  };
  entry.key = settings.key;
  window.patchbay = entry;

  const begin = () => {
    const kept = [...(before?.q ?? []), ...(entry.q ?? [])];
    delete entry.q;
    const made = createWidget(settings);
    widget = made;
    entry.attach = () => made.attach();
    for (const call of kept) entry(...Array.from(call));
  };
  // An async script may be there before the page has a body.
  if ((document.body as HTMLElement | null) === null) addEventListener('DOMContentLoaded', begin, { once: true });
  else begin();
}
