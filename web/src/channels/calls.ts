import { api } from '../api/client';
import type { Asked } from '../api/contract';
import type { Settings } from './model';

export const calls = {
  plugin: (id: string) => api.get('/api/plugins/{id}', { path: { id } }),
  create: (plugin: string, name: string, settings: Settings) => api.post('/api/channels', { json: { plugin, name, settings } }),
  change: (id: number, change: Asked<'patch', '/api/channels/{id}'>) => api.patch('/api/channels/{id}', { path: { id }, json: change }),
  remove: (id: number) => api.delete('/api/channels/{id}', { path: { id } }),
  check: (id: number) => api.post('/api/channels/{id}/check', { path: { id } }),
  read: (id: number) => api.get('/api/channels/{id}', { path: { id } }),
  quarantine: (channel: number, before: number | null) => api.get('/api/quarantine', { query: { channel, before } }),
  replay: (id: number, version: 'current' | 'previous') => api.post('/api/quarantine/{id}/replay', { path: { id }, json: { version } }),
  signIn: (id: number, name: string) => api.post('/api/channels/{id}/oauth/{name}/start', { path: { id, name } }),
};
