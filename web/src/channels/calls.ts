import { api } from '../api/client';
import type { Paged } from '../seeing/usePaged';
import type { Channel, CheckAnswer, PluginDetail, Quarantined, Replay } from './model';

const one = (id: number) => `/api/channels/${id}`;

export const calls = {
  plugin: (id: string) => api.get<PluginDetail>(`/api/plugins/${encodeURIComponent(id)}`),
  create: (plugin: string, name: string, settings: object) =>
    api.post<Channel>('/api/channels', { plugin, name, settings }),
  change: (id: number, change: { name?: string; settings?: object; enabled?: boolean }) =>
    api.patch<Channel>(one(id), change),
  remove: (id: number) => api.delete<unknown>(one(id)),
  check: (id: number) => api.post<CheckAnswer>(`${one(id)}/check`),
  read: (id: number) => api.get<Channel>(one(id)),
  quarantine: (channel: number, before: number | null) =>
    api.get<Paged<Quarantined>>('/api/quarantine', { channel, before }),
  replay: (id: number, version: 'current' | 'previous') => api.post<Replay>(`/api/quarantine/${id}/replay`, { version }),
  signIn: (id: number, name: string) => api.post<{ url: string }>(`${one(id)}/oauth/${encodeURIComponent(name)}/start`),
};
