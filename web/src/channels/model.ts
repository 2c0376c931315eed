import type { components } from '../api/openapi.gen';

type Schemas = components['schemas'];

export type ChannelStatus = Schemas['ChannelStatus'];

/** A connected account as the server shows it; secrets come as `{set: true}`. */
export type Channel = Schemas['ChannelAccount'];

export type Settings = Channel['settings'];

export type PluginDetail = Schemas['PluginDetail'];

export type CheckAnswer = Schemas['ChannelCheck'];

export type Quarantined = Schemas['QuarantinedInput'];

export type Replay = Schemas['ReplayEnd'];

/** Answers and events alike: the newest word about a channel, in the order they were connected. */
export function withChannel(list: readonly Channel[], channel: Channel): Channel[] {
  const others = list.filter((other) => other.id !== channel.id);
  return [...others, channel].sort((one, other) => one.id - other.id);
}

export function withoutChannel(list: readonly Channel[], id: number): Channel[] {
  return list.filter((channel) => channel.id !== id);
}

/** The hosts a plugin may talk to, without scheme, as people read them. */
export function plainHosts(hosts: readonly string[]): string[] {
  return hosts.map((host) => host.replace(/^https?:\/\//, ''));
}
