import { api, untyped, untypedUpload } from '../api/client';
import type { AccountState, PackageView, PluginDetail, TrustedKey } from './model';

const PACKAGES = '/api/plugin-packages';
const plugin = (id: string) => `/api/plugins/${encodeURIComponent(id)}`;

/** Every call of this room; the names say what the admin does. */
export const calls = {
  detail: (id: string) => untyped.get<PluginDetail>(plugin(id)),
  accounts: () => untyped.get<AccountState[]>('/api/channels'),
  packages: () => untyped.get<PackageView[]>(PACKAGES),
  package: (id: string) => untyped.get<PackageView>(`${PACKAGES}/${encodeURIComponent(id)}`),
  install: (source: { url: string } | { path: string }) => untyped.post<PackageView>(PACKAGES, source),
  upload: (file: File, onProgress: (share: number) => void, signal: AbortSignal) => {
    const body = new FormData();
    body.append('package', file, file.name);
    return untypedUpload<PackageView>(PACKAGES, body, onProgress, signal);
  },
  activate: (id: number) => untyped.post<unknown>(`${PACKAGES}/${id}/activate`, { granted: true }),
  discard: (id: number) => untyped.delete<unknown>(`${PACKAGES}/${id}`),
  rollback: (id: string) => untyped.post<unknown>(`${plugin(id)}/rollback`),
  uninstall: (id: string) => untyped.delete<unknown>(plugin(id)),
  enable: (id: string, enabled: boolean) => untyped.put<unknown>(`${plugin(id)}/enabled`, { enabled }),
  keys: () => untyped.get<TrustedKey[]>('/api/plugin-keys'),
  trust: (key: string, name: string) => untyped.post<TrustedKey>('/api/plugin-keys', { key, name }),
  distrust: (id: number | string) => api.delete('/api/plugin-keys/{id}', { path: { id } }),
};
