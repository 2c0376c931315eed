import type { Plugin } from '../api/types';

export type ChannelStatus = 'ok' | 'connecting' | 'degraded' | 'needs_config' | 'auth_failed' | 'paused';

export interface ChannelState {
  status: ChannelStatus;
  reason: string;
  since: number;
}

/** A connected account as the server shows it; secrets come as `{set: true}`. */
export interface Channel {
  id: number;
  plugin: string;
  name: string;
  title: string | null;
  enabled: boolean;
  webhook_url: string;
  public_link: string | null;
  state: ChannelState;
  settings: Record<string, unknown>;
  created_at: number;
  last_inbound_at: number | null;
  last_outbound_at: number | null;
}

export interface PluginDetail extends Plugin {
  manifest: { net?: { host_settings?: string[] }; oauth?: Record<string, { access_token?: string }> };
  schema: unknown;
}

export interface CheckAnswer {
  ok: boolean;
  title: string | null;
  facts: [string, string][];
  problems: { setting: string; code: string; message: string }[];
}

export interface Quarantined {
  id: number;
  channel_id: number;
  channel_name: string;
  kind: string;
  received_at: number;
  attempts: number;
  error: { code: string; message: string };
  size: number;
  preview: string;
}

export interface Replay {
  result: 'success' | 'failed';
  error?: { code: string; message: string };
  messages?: number[];
}

/** Whether an answer or an event carries a whole channel. */
export function isChannel(value: unknown): value is Channel {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'number' &&
    'plugin' in value &&
    'state' in value
  );
}

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
