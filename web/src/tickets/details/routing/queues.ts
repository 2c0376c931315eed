import { create } from 'zustand';
import { api } from '../../../api/client';
import { onLineBack } from '../../../api/line';
import type { components } from '../../../api/openapi.gen';
import { onEvent, onReload } from '../../../realtime/apply';
import { useSession } from '../../../session/store';

type Queue = Pick<components['schemas']['RoutingQueue'], 'id' | 'name' | 'enabled' | 'work'>;

interface QueuesState {
  phase: 'idle' | 'loading' | 'ready' | 'failed';
  /** In the desk's order, those that are switched off among them. */
  queues: readonly Queue[];
  load: () => Promise<void>;
}

let round = 0;

/** The desk's routing queues; most desks have none, and then see nothing of routing. */
export const useRoutingQueues = create<QueuesState>()((set) => ({
  phase: 'idle',
  queues: [],
  load: async () => {
    const mine = ++round;
    set(({ phase }) => ({ phase: phase === 'ready' ? 'ready' : 'loading' }));
    try {
      const queues = await api.get('/api/routing/queues');
      if (mine === round) set({ phase: 'ready', queues: queues.map(({ id, name, enabled, work }) => ({ id, name, enabled, work })) });
    } catch {
      if (mine === round) set(({ phase }) => ({ phase: phase === 'ready' ? 'ready' : 'failed' }));
    }
  },
}));

function reload(): void {
  void useRoutingQueues.getState().load();
}

/** Keeps them up. Called once, before the socket opens the first time. */
export function watchRoutingQueues(): void {
  onEvent('routingQueuesChanged', reload);
  onReload(reload);
  onLineBack(() => {
    if (useRoutingQueues.getState().phase === 'failed') reload();
  });
  useSession.subscribe((now, before) => {
    if (now.phase === before.phase || now.phase !== 'out') return;
    round += 1;
    useRoutingQueues.setState({ phase: 'idle', queues: [] });
  });
}
