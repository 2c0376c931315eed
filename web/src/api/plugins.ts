import { create } from 'zustand';
import { api } from './client';
import { partsOf } from './json';
import type { ChannelDeclaration, Plugin } from './types';

/** The desk's own channel value: tickets that somebody entered by hand, over no channel. */
export const ENTERED = 'MANUAL';

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
        send: plugin.send,
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
    const plugins = await api.get('/api/plugins');
    set({ plugins, channels: channelsOf(plugins), loaded: true });
  },
}));

/** The declaration of a channel value, compared without case. */
export function useChannel(value: string): ChannelDeclaration | undefined {
  return usePlugins((state) => state.channels.get(value.toLowerCase()));
}

/** Whether calls come over a channel: its plugin follows them. Values are compared without case. */
export function takesCalls(plugins: readonly Plugin[], channel: string): boolean {
  const value = channel.toLowerCase();
  return plugins.some(({ interfaces, channels }) => interfaces.includes('calls') && channels.some((one) => one.value.toLowerCase() === value));
}

/** A plugin's own text in the language of the workspace, else in English, else none. */
export function pluginText(texts: Plugin['texts'], language: string, ...path: string[]): string | null {
  for (const tag of [language, 'en']) {
    let found = texts[tag];
    for (const name of path) found = partsOf(found)[name];
    if (typeof found === 'string' && found !== '') return found;
  }
  return null;
}
