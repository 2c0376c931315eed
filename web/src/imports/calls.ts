import { api, upload } from '../api/client';
import { onEvent } from '../realtime/apply';
import type { Import, ImportDetail, ImportKind, ImportSettings } from './types';

const ONE = '/api/imports/{id}';

/** Every call of this room; the names say what the admin does. */
export const calls = {
  list: (signal: AbortSignal) => api.get('/api/imports', { signal }),
  read: (id: number, signal: AbortSignal) => api.get(ONE, { path: { id }, signal }),
  upload: (kind: ImportKind, file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<ImportDetail> => {
    const body = new FormData();
    body.append('file', file, file.name);
    return upload('/api/imports', body, onProgress, signal, { kind });
  },
  save: (id: number, json: ImportSettings) => api.put(ONE, { path: { id }, json }),
  check: (id: number) => api.post(`${ONE}/check`, { path: { id } }),
  start: (id: number) => api.post(`${ONE}/start`, { path: { id } }),
  cancel: (id: number) => api.post(`${ONE}/cancel`, { path: { id } }),
  remove: (id: number) => api.delete(ONE, { path: { id } }),
  refusals: (id: number, after: number | null) => api.get(`${ONE}/refusals`, { path: { id }, query: { after } }),
};

/** Follows every import of the desk: each change of state, and its progress while it runs. The answer ends it. */
export function onImportChanged(handler: (changed: Import) => void): () => void {
  return onEvent('importChanged', ({ import: changed }) => handler(changed));
}
