import { create } from 'zustand';
import { keep } from '../api/keep';
import { SHOWN_MAX, type Notice } from './model';

const KEY = 'patchbay.browser_notifications';

export type Permission = NotificationPermission | 'unsupported';

function permission(): Permission {
  return 'Notification' in window ? Notification.permission : 'unsupported';
}

/** What the browser allows, and what the person wants; the wish is kept in this browser. */
export const useBrowser = create<{ permission: Permission; disabled: boolean }>()(() => ({
  permission: permission(),
  disabled: localStorage.getItem(KEY) === 'disabled',
}));

let pressed = false;
window.addEventListener('pointerdown', () => (pressed = true));
for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => (pressed = false));

export async function askPermission(): Promise<void> {
  if (permission() === 'default') await Notification.requestPermission();
  const know = () => useBrowser.setState({ permission: permission() });
  // The answer takes a banner away: what is pressed meanwhile gets its click before it moves.
  if (pressed) window.addEventListener('pointerup', () => setTimeout(know), { once: true });
  else know();
}

/** Turns the browser's own notifications off for good, or on again. */
export function setBrowser(on: boolean): void {
  keep(KEY, on ? 'enabled' : 'disabled');
  useBrowser.setState({ disabled: !on });
  if (on) void askPermission().catch(() => undefined);
}

/** Asks once the page is first used, unless the person said no before. Gives what stops waiting. */
export function askAtFirstFocus(): () => void {
  function ask(): void {
    stop();
    if (!useBrowser.getState().disabled) void askPermission().catch(() => undefined);
  }
  function stop(): void {
    window.removeEventListener('focus', ask);
    window.removeEventListener('click', ask);
  }
  window.addEventListener('focus', ask);
  // A page that is opened in front gets no focus event of its own. Asked when the click is over: the
  // answer may come at once and take a banner away, and what is clicked would move from under the pointer.
  window.addEventListener('click', ask);
  return stop;
}

/** Whether the worker shows them in this browser, even with every window closed. */
let pushed = false;

export function leaveToWorker(on: boolean): void {
  pushed = on;
}

let shown: Notification[] = [];

interface Words {
  title: string;
  body: string;
}

/**
 * Shows the browser's own notification of something that is never pushed, unless this window is being
 * looked at. Windows that show the same tag share one. Gives what closes it.
 */
export function showHere(tag: string, words: Words, open: () => void): () => void {
  const { permission: allowed, disabled } = useBrowser.getState();
  if (allowed !== 'granted' || disabled || document.hasFocus()) return () => undefined;
  const native = new Notification(words.title, { body: words.body, tag });
  native.onclick = () => {
    window.focus();
    native.close();
    open();
  };
  native.onclose = () => {
    shown = shown.filter((one) => one !== native);
  };
  shown.push(native);
  while (shown.length > SHOWN_MAX) shown.shift()?.close();
  return () => native.close();
}

/** The same of what the server pushes as well: where the worker shows it, this window need not. */
export function showNative(notice: Notice, words: Words, open: () => void): void {
  if (!pushed) showHere(`patchbay-${notice.id}`, words, open);
}
