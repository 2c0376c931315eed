import { create } from 'zustand';
import { api } from '../api/client';
import { socketAddress } from '../api/host';
import { lineIsBack } from '../api/line';
import type { Ticket } from '../api/types';
import { applyReload, queueEvent } from './apply';
import { Realtime, type SocketPhase } from './socket';

/** The connection's state as screens see it. */
export const useConnection = create<{ phase: SocketPhase; socketDebug: boolean }>()(() => ({
  phase: 'idle',
  socketDebug: false,
}));

type SessionCheck = () => Promise<boolean>;
type Sync = (tickets: Ticket[]) => void;

let checkSession: SessionCheck = () => Promise.resolve(true);
const syncs = new Set<Sync>();

/** The session code lends its check, so that this folder needs no room. */
export function lendSessionCheck(check: SessionCheck): void {
  checkSession = check;
}

/** A store that wants the tickets changed while the line was down. */
export function onSync(take: Sync): () => void {
  syncs.add(take);
  return () => syncs.delete(take);
}

/** What one answer has at most. */
const SYNC_PAGE = 200;

/** Reads what changed since a moment, part by part, and hands it to every store that wants it. */
export async function syncSince(sinceSeconds: number): Promise<void> {
  for (let since = sinceSeconds; ; ) {
    const tickets = await api.get('/api/ticket/data/sync', { query: { ts: since } });
    for (const take of syncs) take(tickets);
    const last = Math.floor(tickets.at(-1)?.ts ?? 0);
    // More than a part within one second came from one act on many, which the socket tells as well.
    if (tickets.length < SYNC_PAGE || last <= since) return;
    since = last;
  }
}

export const realtime = new Realtime({
  open: () => new WebSocket(socketAddress()),
  checkSession: () => checkSession(),
  sync: syncSince,
  apply: queueEvent,
  reload: applyReload,
  phase: (phase) => {
    useConnection.setState({ phase });
    if (phase === 'live') lineIsBack();
  },
  debug: (direction, frame) => {
    if (useConnection.getState().socketDebug) console.info(`socket ${direction}`, frame);
  },
});
