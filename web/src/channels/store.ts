import { create } from 'zustand';
import { api } from '../api/client';
import { asProblem, type Problem } from '../api/problem';
import { onEvent, onReload } from '../realtime/apply';
import { withChannel, withoutChannel, type Channel } from './model';

interface ChannelsState {
  phase: 'idle' | 'loading' | 'ready' | 'failed';
  problem: Problem | null;
  list: readonly Channel[];
}

export const useChannels = create<ChannelsState>()(() => ({ phase: 'idle', problem: null, list: [] }));

export async function loadChannels(): Promise<void> {
  useChannels.setState((state) => ({ phase: state.phase === 'ready' ? 'ready' : 'loading', problem: null }));
  try {
    const list = await api.get('/api/channels');
    useChannels.setState({ phase: 'ready', list: list.reduce(withChannel, []) });
  } catch (thrown) {
    useChannels.setState((state) =>
      state.phase === 'ready' ? state : { phase: 'failed', problem: asProblem(thrown) },
    );
  }
}

/** Every word about a channel, from an answer or from the socket, goes through here. */
export function takeChannel(channel: Channel): void {
  useChannels.setState((state) => ({ list: withChannel(state.list, channel) }));
}

export function dropChannel(id: number): void {
  useChannels.setState((state) => ({ list: withoutChannel(state.list, id) }));
}

/** Follows the channels while a screen of this room is open. */
export function watchChannels(): () => void {
  const offEvent = onEvent('channelDataUpdated', ({ channel }) => {
    // Who is no admin hears of it in brief, and has no such screen.
    if ('settings' in channel) takeChannel(channel);
  });
  const offReload = onReload(() => void loadChannels());
  return () => {
    offEvent();
    offReload();
  };
}
