import i18next from 'i18next';
import { errorLog } from '../api/errorLog';
import { asProblem } from '../api/problem';
import type { TicketInfo } from '../api/types';
import { useVariant } from '../api/variant';
import { realtime, useConnection } from '../realtime/connection';
import { useUnread } from '../realtime/unread';
import { useSession } from '../session/store';
import { sendReply } from '../tickets/composer/send';
import { useConversations } from '../tickets/conversation/store';
import { openDialog } from '../ui/dialog';
import { problemText } from '../ui/ErrorPlace';
import { toastError, toastSuccess } from '../ui/toast';
import { crashNow } from './overlays';
import { say } from './texts';
import { VERSION } from './version';

function toggleSocket(): void {
  if (realtime.isLive) realtime.stop('off');
  else realtime.start();
}

function saveLog(): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(errorLog(), null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'error-log.json';
  link.click();
  // The browser reads it after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  toastSuccess(say('debug.saved'));
}

/** The conversation on the screen, by the address. */
function openTicket(): TicketInfo | null {
  const number = /^\/(?:ticket|call|livechat)\/([^/]+)$/.exec(window.location.pathname)?.[1];
  if (number === undefined) return null;
  return useConversations.getState().open[decodeURIComponent(number)]?.info ?? null;
}

/** A customer would read it, so it asks first. */
function testSend(): void {
  const info = openTicket();
  const me = useSession.getState().session;
  if (info === null || me === null) {
    toastError(say('debug.no_conversation'));
    return;
  }
  const answer = { text: say('debug.message'), files: [], contents: [], reply: null, closed: info.closed };
  openDialog({
    title: say('debug.send_title'),
    text: say('debug.send_text'),
    confirm: {
      label: say('debug.send'),
      run: () =>
        void sendReply(info, me, answer).catch((thrown: unknown) =>
          toastError(problemText(asProblem(thrown), (key) => i18next.t(key))),
        ),
    },
  });
}

/** No token is among them: none is ever kept in this page. */
function dumpVariables(): void {
  const session = useSession.getState();
  console.info('patchbay', {
    version: VERSION,
    address: window.location.pathname,
    session,
    connection: useConnection.getState(),
    unread: useUnread.getState(),
    conversations: Object.keys(useConversations.getState().open),
    errors: errorLog().length,
  });
  toastSuccess(say('debug.variables'));
}

function toggleSocketDebug(): void {
  const socketDebug = !useConnection.getState().socketDebug;
  useConnection.setState({ socketDebug });
  toastSuccess(say(socketDebug ? 'debug.socket_on' : 'debug.socket_off'));
}

async function testNotification(): Promise<void> {
  const allowed = 'Notification' in window && (await Notification.requestPermission()) === 'granted';
  if (!allowed) {
    toastError(say('debug.no_notifications'));
    return;
  }
  new Notification(useVariant.getState().variant.name, { body: say('debug.notification') });
}

const ACTIONS: Record<string, () => void | Promise<void>> = {
  d: toggleSocket,
  e: saveLog,
  w: testSend,
  c: () => crashNow(new Error('A crash was asked for with alt+shift+c.')),
  v: dumpVariables,
  s: toggleSocketDebug,
  a: testNotification,
};

/** What stands behind alt+shift and a letter. Nothing happens without a session. */
export async function runDebug(letter: string): Promise<void> {
  if (useSession.getState().phase !== 'in') return;
  await ACTIONS[letter]?.();
}
