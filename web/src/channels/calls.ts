import { untyped } from '../api/client';
import type { Paged } from '../seeing/usePaged';
import type { Channel, CheckAnswer, PluginDetail, Quarantined, Replay } from './model';

const one = (id: number) => `/api/channels/${id}`;

export const calls = {
  plugin: (id: string) => untyped.get<PluginDetail>(`/api/plugins/${encodeURIComponent(id)}`),
  create: (plugin: string, name: string, settings: object) =>
    untyped.post<Channel>('/api/channels', { plugin, name, settings }),
  change: (id: number, change: { name?: string; settings?: object; enabled?: boolean }) =>
    untyped.patch<Channel>(one(id), change),
  remove: (id: number) => untyped.delete<unknown>(one(id)),
  check: (id: number) => untyped.post<CheckAnswer>(`${one(id)}/check`),
  read: (id: number) => untyped.get<Channel>(one(id)),
  quarantine: (channel: number, before: number | null) =>
    untyped.get<Paged<Quarantined>>('/api/quarantine', { channel, before }),
  replay: (id: number, version: 'current' | 'previous') => untyped.post<Replay>(`/api/quarantine/${id}/replay`, { version }),
  signIn: (id: number, name: string) => untyped.post<{ url: string }>(`${one(id)}/oauth/${encodeURIComponent(name)}/start`),
};
