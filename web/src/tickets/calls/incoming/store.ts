/** The calls of customers that ring at this moment, kept up by the socket. */
import { create } from 'zustand';
import { onLineBack } from '../../../api/line';
import { isForgotten, isRinging, readOngoing, type Call } from '../../../api/ongoingCalls';
import { asProblem } from '../../../api/problem';
import { onEvent, onReload } from '../../../realtime/apply';
import { useConnection } from '../../../realtime/connection';

export type { Call };

/** Those that ring, the newest first. */
export const useIncoming = create<{ calls: readonly Call[] }>()(() => ({ calls: [] }));

/** What happens to calls in a row is read at once. */
const PAUSE_MS = 200;
/** Until a reading that failed is tried again; one that rings no more must not stay. */
const AGAIN_MS = 10_000;
let due: { at: number; timer: ReturnType<typeof setTimeout> } | null = null;
let round = 0;

/** Reads them anew after a moment, or earlier where that is planned already. */
function readSoon(ms: number): void {
  const at = Date.now() + ms;
  if (due !== null && due.at <= at) return;
  if (due !== null) clearTimeout(due.timer);
  due = {
    at,
    timer: setTimeout(() => {
      due = null;
      void read();
    }, ms),
  };
}

async function read(): Promise<void> {
  const mine = ++round;
  try {
    const { data } = await readOngoing({ direction: 'inbound' });
    if (mine === round) useIncoming.setState({ calls: data.filter((call) => isRinging(call) && !isForgotten(call, Date.now())) });
  } catch (thrown) {
    if (mine !== round) return;
    if (asProblem(thrown).code === 'forbidden') useIncoming.setState({ calls: [] });
    else readSoon(AGAIN_MS);
  }
}

/** Something was heard of them that no event told. */
export function refreshIncoming(): void {
  readSoon(0);
}

/** Follows the calls that ring for as long as somebody is here who has calls; the answer ends it. */
export function watchIncoming(): () => void {
  const offs = [
    onEvent('callChanged', () => readSoon(PAUSE_MS)),
    onReload(refreshIncoming),
    // Also the first connection after the sign-in.
    onLineBack(refreshIncoming),
  ];
  if (useConnection.getState().phase === 'live') refreshIncoming();
  return () => {
    offs.forEach((off) => off());
    if (due !== null) clearTimeout(due.timer);
    due = null;
    round += 1;
    useIncoming.setState({ calls: [] });
  };
}
