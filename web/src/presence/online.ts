import { create } from 'zustand';
import { api } from '../api/client';
import { asProblem, type Problem } from '../api/problem';
import type { UserStatus } from '../api/types';
import type { PresenceFrame } from '../realtime/envelope';
import { byPresence } from './model';

interface OnlineState {
  phase: 'idle' | 'loading' | 'ready' | 'failed';
  problem: Problem | null;
  users: readonly UserStatus[];
  /** When the server was last asked. */
  askedAt: number;
}

const nobody: OnlineState = { phase: 'idle', problem: null, users: [], askedAt: 0 };

export const useOnline = create<OnlineState>()(() => nobody);

/** Of somebody without a socket nothing else is told. */
const gone = { status: 'OFFLINE', second_status: '', alternate: '', reason: '', automatic: false };

let asked = 0;

export async function loadOnline(): Promise<void> {
  const mine = ++asked;
  useOnline.setState((state) => ({ phase: state.phase === 'ready' ? 'ready' : 'loading', problem: null, askedAt: Date.now() }));
  try {
    const users = await api.get('/api/status/get');
    if (mine === asked) useOnline.setState({ phase: 'ready', users: users.sort(byPresence) });
  } catch (thrown) {
    // What is shown stays; the next minute asks again.
    if (mine === asked) useOnline.setState((state) => (state.phase === 'ready' ? state : { phase: 'failed', problem: asProblem(thrown) }));
  }
}

/** Somebody came, went or chose something. */
export function takeSeen({ username, status, second_status, alternate, reason, automatic, ts }: PresenceFrame): void {
  useOnline.setState((state) =>
    state.users.some((user) => user.username === username)
      ? {
          users: state.users
            .map((user) => (user.username === username ? { ...user, ...(status === 'OFFLINE' ? { ...gone, ts } : { status, second_status, alternate, reason, automatic, ts }) } : user))
            .sort(byPresence),
        }
      : state,
  );
}

export function forgetOnline(): void {
  asked += 1;
  useOnline.setState(nobody, true);
}
