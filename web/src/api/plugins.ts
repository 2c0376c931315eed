import { create } from 'zustand';
import { api } from './client';
import type { ChannelDeclaration, Plugin } from './types';

interface PluginsState {
  plugins: Plugin[];
  /** By channel value in lower case. */
  channels: ReadonlyMap<string, ChannelDeclaration>;
  loaded: boolean;
  load: () => Promise<void>;
}

export function channelsOf(plugins: readonly Plugin[]): Map<string, ChannelDeclaration> {
  const map = new Map<string, ChannelDeclaration>();
  for (const plugin of plugins) {
    for (const channel of plugin.channels) {
      map.set(channel.value.toLowerCase(), {
        ...channel,
        color: channel.color || plugin.color,
        icon: channel.icon || plugin.icon,
      });
    }
  }
  return map;
}

/** What the installed plugins declare: names, icons and colours of channels. */
export const usePlugins = create<PluginsState>()((set) => ({
  plugins: [],
  channels: new Map(),
  loaded: false,
  load: async () => {
    const plugins = await api.get<Plugin[]>('/api/plugins');
    set({ plugins, channels: channelsOf(plugins), loaded: true });
  },
}));

/** The declaration of a channel value, compared without case. */
export function useChannel(value: string): ChannelDeclaration | undefined {
  return usePlugins((state) => state.channels.get(value.toLowerCase()));
}
