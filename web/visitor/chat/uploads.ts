import { createStore, type Store } from '../store';
import { Refused, type Session, type VisitorApi } from '../transport/api';
import type { Limits, Uploaded } from '../transport/wire';

export type UploadState = 'uploading' | 'done' | 'failed' | 'too_large' | 'no_room';

export interface Upload {
  readonly key: number;
  readonly name: string;
  readonly size: number;
  readonly preview: string | null;
  readonly progress: number;
  readonly state: UploadState;
  readonly uploaded: Uploaded | null;
}

export interface UploadsState {
  readonly items: readonly Upload[];
  /** More files were chosen than one message may carry. */
  readonly tooMany: boolean;
}

export interface Uploads {
  readonly store: Store<UploadsState>;
  readonly add: (files: readonly File[]) => void;
  readonly retry: (key: number) => void;
  readonly remove: (key: number) => void;
  /** The finished files, taken out of the composer. Pictures show their preview from now on. */
  readonly take: () => readonly Uploaded[];
}

export function createUploads(api: Pick<VisitorApi, 'upload'>, session: Session, limits: Limits): Uploads {
  const store = createStore<UploadsState>({ items: [], tooMany: false });
  const files = new Map<number, File>();
  const running = new Map<number, AbortController>();
  let nextKey = 1;

  const patch = (key: number, change: Partial<Upload>) =>
    store.set((old) => ({
      ...old,
      items: old.items.map((item) => (item.key === key ? { ...item, ...change } : item)),
    }));

  async function run(key: number): Promise<void> {
    const file = files.get(key);
    if (!file) return;
    const control = new AbortController();
    running.set(key, control);
    patch(key, { state: 'uploading', progress: 0 });
    try {
      const uploaded = await api.upload(session, file, (progress) => patch(key, { progress }), control.signal);
      patch(key, { state: 'done', progress: 1, uploaded });
    } catch (error) {
      const code = error instanceof Refused ? error.code : '';
      patch(key, { state: code === 'rate_limited' ? 'no_room' : code === 'too_large' ? code : 'failed' });
    } finally {
      running.delete(key);
    }
  }

  const forget = (item: Upload) => {
    if (item.preview !== null) URL.revokeObjectURL(item.preview);
    files.delete(item.key);
  };

  return {
    store,
    add: (chosen) => {
      const room = limits.attachmentsMax - store.get().items.length;
      const items = chosen.slice(0, room).map((file): Upload => {
        const key = nextKey++;
        files.set(key, file);
        return {
          key,
          name: file.name,
          size: file.size,
          preview: file.type.startsWith('image/') ? URL.createObjectURL(file) : null,
          progress: 0,
          state: file.size > limits.attachmentMaxBytes ? 'too_large' : 'uploading',
          uploaded: null,
        };
      });
      store.set((old) => ({ items: [...old.items, ...items], tooMany: chosen.length > room }));
      for (const item of items) if (item.state === 'uploading') void run(item.key);
    },
    retry: (key) => void run(key),
    remove: (key) => {
      running.get(key)?.abort();
      const item = store.get().items.find((one) => one.key === key);
      if (item) forget(item);
      store.set((old) => ({ items: old.items.filter((one) => one.key !== key), tooMany: false }));
    },
    take: () => {
      const { items } = store.get();
      files.clear();
      store.set(() => ({ items: [], tooMany: false }));
      return items.flatMap(({ uploaded, preview }) =>
        uploaded ? [{ ...uploaded, url: preview ?? uploaded.url }] : [],
      );
    },
  };
}
