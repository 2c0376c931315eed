import { useState } from 'react';
import { asProblem, type Problem } from '../api/problem';

interface Send {
  busy: boolean;
  /** Why it was refused the last time. */
  problem: Problem | null;
  /** Runs the call; `done` follows one that worked. */
  send: <T>(call: () => Promise<T>, done: (answer: T) => void) => Promise<void>;
}

/** The sending of a small dialog: once at a time, and what is refused can be sent again. */
export function useSend(): Send {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function send<T>(call: () => Promise<T>, done: (answer: T) => void): Promise<void> {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      done(await call());
    } catch (thrown) {
      setProblem(asProblem(thrown));
    }
    setBusy(false);
  }

  return { busy, problem, send };
}
