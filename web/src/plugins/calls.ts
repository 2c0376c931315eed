import { api, upload } from '../api/client';

const PACKAGES = '/api/plugin-packages';

/** Every call of this room; the names say what the admin does. */
export const calls = {
  detail: (id: string) => api.get('/api/plugins/{id}', { path: { id } }),
  accounts: () => api.get('/api/channels'),
  packages: () => api.get(PACKAGES),
  package: (id: string) => api.get('/api/plugin-packages/{id}', { path: { id } }),
  install: (source: { url: string } | { path: string }) => api.post(PACKAGES, { json: source }),
  upload: (file: File, onProgress: (share: number) => void, signal: AbortSignal) => {
    const body = new FormData();
    body.append('package', file, file.name);
    return upload(PACKAGES, body, onProgress, signal);
  },
  activate: (id: number) => api.post('/api/plugin-packages/{id}/activate', { path: { id }, json: { granted: true } }),
  discard: (id: number) => api.delete('/api/plugin-packages/{id}', { path: { id } }),
  rollback: (id: string) => api.post('/api/plugins/{id}/rollback', { path: { id } }),
  uninstall: (id: string) => api.delete('/api/plugins/{id}', { path: { id } }),
  enable: (id: string, enabled: boolean) => api.put('/api/plugins/{id}/enabled', { path: { id }, json: { enabled } }),
  keys: () => api.get('/api/plugin-keys'),
  trust: (key: string, name: string) => api.post('/api/plugin-keys', { json: { key, name } }),
  distrust: (id: number | string) => api.delete('/api/plugin-keys/{id}', { path: { id } }),
};
