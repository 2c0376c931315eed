import { api, upload } from '../api/client';
import type { AccountState, PackageView, PluginDetail, TrustedKey } from './model';

const PACKAGES = '/api/plugin-packages';
const plugin = (id: string) => `/api/plugins/${encodeURIComponent(id)}`;

/** Every call of this room; the names say what the admin does. */
export const calls = {
  detail: (id: string) => api.get<PluginDetail>(plugin(id)),
  accounts: () => api.get<AccountState[]>('/api/channels'),
  packages: () => api.get<PackageView[]>(PACKAGES),
  package: (id: string) => api.get<PackageView>(`${PACKAGES}/${encodeURIComponent(id)}`),
  install: (source: { url: string } | { path: string }) => api.post<PackageView>(PACKAGES, source),
  upload: (file: File, onProgress: (share: number) => void, signal: AbortSignal) => {
    const body = new FormData();
    body.append('package', file, file.name);
    return upload<PackageView>(PACKAGES, body, onProgress, signal);
  },
  activate: (id: number) => api.post<unknown>(`${PACKAGES}/${id}/activate`, { granted: true }),
  discard: (id: number) => api.delete<unknown>(`${PACKAGES}/${id}`),
  rollback: (id: string) => api.post<unknown>(`${plugin(id)}/rollback`),
  uninstall: (id: string) => api.delete<unknown>(plugin(id)),
  enable: (id: string, enabled: boolean) => api.put<unknown>(`${plugin(id)}/enabled`, { enabled }),
  keys: () => api.get<TrustedKey[]>('/api/plugin-keys'),
  trust: (key: string, name: string) => api.post<TrustedKey>('/api/plugin-keys', { key, name }),
  distrust: (id: number | string) => api.delete<unknown>(`/api/plugin-keys/${encodeURIComponent(id)}`),
};
