import { onEvent, onReload } from '../realtime/apply';
import { useSession } from '../session/store';
import { askAtFirstFocus, showNative, useBrowser } from './browser';
import { addCard, dropCard, hearWorker, openNotice, resetCards } from './cards';
import { isCategory, type Notice } from './model';
import { playSound, unlockAtTouch } from './sound';
import { loadDots, reloadNotices, resetNotices, takeNotice, takeRead, takeRemoved, useNotices } from './store';

async function show(notice: Notice): Promise<void> {
  const { say } = await import('./texts');
  showNative(notice, say(notice), () => openNotice(notice));
}

function take(notice: Notice): void {
  if (!isCategory(notice.category)) return;
  const { open, tab } = useNotices.getState();
  takeNotice(notice, notice.category);
  void playSound().catch(() => undefined);
  // Whoever looks at the list needs no card.
  if (open && tab === notice.category) return;
  addCard(notice);
  void show(notice).catch(() => undefined);
}

/** What push needs is not part of the first screen. Without a push service nothing is said. */
function pushWhereAllowed(): void {
  if (useSession.getState().phase !== 'in' || useBrowser.getState().permission !== 'granted') return;
  void import('./push').then(({ keepPush }) => keepPush()).catch(() => undefined);
}

let stopAsking: (() => void) | null = null;

function enter(): void {
  void loadDots().catch(() => undefined);
  stopAsking ??= askAtFirstFocus();
  pushWhereAllowed();
}

function leave(): void {
  stopAsking?.();
  stopAsking = null;
  resetNotices();
  resetCards();
}

/** Ties the stores of this room to the socket and the session. Called once, before any screen. */
export function watchNotices(): void {
  onEvent('newNotification', take);
  onEvent('notificationRead', ({ category, lastId }) => {
    if (isCategory(category)) takeRead(category, lastId);
  });
  onEvent('notificationRemoved', ({ id }) => {
    takeRemoved(id);
    dropCard(id);
  });
  onReload(reloadNotices);
  hearWorker();
  unlockAtTouch();
  useBrowser.subscribe((now, before) => {
    if (now.disabled && !before.disabled) void import('./push').then(({ endPush }) => endPush()).catch(() => undefined);
    else if (now.permission !== before.permission || now.disabled !== before.disabled) pushWhereAllowed();
  });
  useSession.subscribe((now, before) => {
    if (now.phase === before.phase) return;
    if (now.phase === 'in') enter();
    if (now.phase === 'out') leave();
  });
  // The desk's code may come after the session.
  if (useSession.getState().phase === 'in') enter();
}
