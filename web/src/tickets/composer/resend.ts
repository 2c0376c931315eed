import { useSession } from '../../session/store';
import { useConnection } from '../../realtime/connection';
import { asProblem } from '../../api/problem';
import { isLineTrouble } from '../../api/line';
import { waitingEntries } from './outbox';
import { postWaiting } from './send';

const PAUSE_MS = 10_000;

let running = false;
let timer: ReturnType<typeof setTimeout> | null = null;

/**
 * Sends what could not leave for want of a line, in the order in which it was written. What the server
 * refuses stays as a failed message; where the line breaks again the rest goes on waiting.
 */
export async function sendWaiting(): Promise<void> {
  const me = useSession.getState().session?.username;
  if (running || me === undefined) return;
  running = true;
  try {
    for (const entry of waitingEntries(me, Date.now())) {
      try {
        await postWaiting(entry);
      } catch (thrown) {
        if (isLineTrouble(asProblem(thrown))) break;
      }
    }
  } finally {
    running = false;
  }
  // A call may fail while the socket stands; then nothing tells that the line is back.
  if (timer === null && useConnection.getState().phase === 'live' && waitingEntries(me, Date.now()).length > 0) {
    timer = setTimeout(() => {
      timer = null;
      void sendWaiting();
    }, PAUSE_MS);
  }
}
