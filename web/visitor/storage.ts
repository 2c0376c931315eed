/**
 * The browser's storage for visits. A frame in another site's page may be refused it, as some private
 * windows are: then what is kept lasts as long as the page.
 */

export type KeptStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

function inMemory(): KeptStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    key: (at) => [...values.keys()][at] ?? null,
    get length() {
      return values.size;
    },
  };
}

/** The storage, if this browser gives it to this page. */
function granted(storage: () => KeptStorage): KeptStorage {
  try {
    return storage();
  } catch {
    return inMemory();
  }
}

/** For all tabs, until it is deleted. */
export const durable = granted(() => localStorage);
/** For this tab. */
export const perTab = granted(() => sessionStorage);
