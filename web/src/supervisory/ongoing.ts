/** The calls that ring or go on at this moment, read again when the socket tells that one changed. */
import { create } from 'zustand';
import { isForgotten, readOngoing, type Call } from '../api/ongoingCalls';
import { asProblem, type Problem } from '../api/problem';
import { onEvent, onReload } from '../realtime/apply';
import { useConnection } from '../realtime/connection';
import { throttle } from './throttle';

interface CallsState {
  /** Null until they were read. */
  calls: readonly Call[] | null;
  /** All of them; so many may not be on the page that was read. */
  count: number;
  /** Why the last read failed; null after one that did not. */
  problem: Problem | null;
}

const NOTHING: CallsState = { calls: null, count: 0, problem: null };

export const useCallsNow = create<CallsState>()(() => NOTHING);

const PAUSE_MS = 1_000;
let request: () => void = () => undefined;

async function read(signal: AbortSignal): Promise<void> {
  try {
    const { data, count } = await readOngoing({ signal });
    if (signal.aborted) return;
    const calls = data.filter((call) => !isForgotten(call, Date.now()));
    useCallsNow.setState({ calls, count: count - (data.length - calls.length), problem: null });
  } catch (thrown) {
    if (signal.aborted) return;
    const problem = asProblem(thrown);
    // Who may not see them any more sees none of those that were there.
    useCallsNow.setState(problem.code === 'forbidden' ? { ...NOTHING, problem } : { problem });
  }
}

/** Reads them again, as soon as the throttle lets it. */
export function refreshCalls(): void {
  request();
}

/** Reads them, and keeps them up while they are on screen. */
export function watchCalls(): () => void {
  const abort = new AbortController();
  const reads = throttle(() => read(abort.signal), PAUSE_MS);
  const changed = () => {
    // What is not seen is read when it is seen again.
    if (!document.hidden) reads.request();
  };
  request = reads.request;
  const ends = [
    onEvent('callChanged', changed),
    onReload(changed),
    useConnection.subscribe((now, before) => {
      if (now.phase === 'live' && before.phase !== 'live') reads.request();
    }),
  ];
  document.addEventListener('visibilitychange', changed);
  reads.request();
  return () => {
    ends.forEach((end) => end());
    document.removeEventListener('visibilitychange', changed);
    reads.stop();
    abort.abort();
    request = () => undefined;
    useCallsNow.setState(NOTHING, true);
  };
}
