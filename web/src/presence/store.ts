import { create } from 'zustand';
import { api } from '../api/client';
import { asProblem, type Problem } from '../api/problem';
import type { OwnStatus } from '../api/types';
import { keep } from '../api/keep';
import type { PresenceFrame } from '../realtime/envelope';
import { useSession } from '../session/store';

interface OwnState {
  own: OwnStatus | null;
  /** Why it is not known. */
  problem: Problem | null;
  /** What it was when this browser last knew, for the moment until the answer is here. */
  remembered: string;
}

const KEY = 'patchbay.last_account_status';
const unknown: OwnState = { own: null, problem: null, remembered: 'ONLINE' };

export const useOwn = create<OwnState>()(() => unknown);

function me(): string {
  return useSession.getState().session?.username ?? '';
}

/** A later choice wins over an answer that comes late. */
export function takeOwn(own: OwnStatus): void {
  const known = useOwn.getState().own;
  if (known !== null && known.since > own.since) return;
  useOwn.setState({ own, problem: null });
  keep(KEY, JSON.stringify([me(), own.status]));
}

function remembered(): string {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '');
    return Array.isArray(kept) && kept[0] === me() && typeof kept[1] === 'string' ? kept[1] : 'ONLINE';
  } catch {
    return 'ONLINE';
  }
}

export async function loadOwn(): Promise<void> {
  useOwn.setState({ problem: null, remembered: remembered() });
  try {
    takeOwn(await api.get('/api/status/me/get'));
  } catch (thrown) {
    useOwn.setState({ problem: asProblem(thrown) });
  }
}

/** Throws what the server refused; until it has answered, the old status stays. */
export async function choose(code: string, reason: string): Promise<void> {
  takeOwn(await api.post('/api/online_status/update', { json: { status: code, reason } }));
}

/** Whether one may be set away after a while without a touch. */
export async function letAway(on: boolean): Promise<void> {
  takeOwn(await api.put('/api/status/me/auto_away', { json: { on } }));
}

/** Another tab or browser of the same person chose something. */
export function takeOwnFrame(frame: PresenceFrame): void {
  const { own } = useOwn.getState();
  // Offline frames come of a socket that just ended, and say nothing of the reason.
  if (frame.username !== me() || frame.status === 'OFFLINE' || own === null) return;
  const { status, second_status, chosen: code, alternate, reason, automatic, since } = frame;
  if (own.since === since && own.alternate === alternate) return;
  takeOwn({ ...own, status, second_status, code, alternate, reason, automatic, since, ts: Math.floor(since / 1_000) });
}

export function forgetOwn(): void {
  useOwn.setState(unknown, true);
}
