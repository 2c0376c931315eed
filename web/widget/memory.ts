/**
 * What the loader keeps on the host page's own origin, so that it knows on the next page whether a chat is
 * going on without making a frame to ask.
 */

export interface Memory {
  /** A visitor waits or chats: the frame is wanted at once, for what comes in. Of every tab. */
  readonly live: Flag;
  /** The chat was open when this tab left the page. */
  readonly open: Flag;
  /** Somebody was greeted in this browser today, or has no need of it any more. */
  readonly greeted: Flag;
}

export interface Flag {
  readonly get: () => boolean;
  readonly set: (on: boolean) => void;
}

const DAY_MS = 86_400_000;

/** True until it is taken back, or as long as it lasts. A browser that refuses storage only forgets sooner. */
function flag(storage: () => Storage, key: string, lastsMs = Infinity): Flag {
  return {
    get: () => {
      try {
        const since = storage().getItem(key);
        return since !== null && Date.now() - Number(since) < lastsMs;
      } catch {
        return false;
      }
    },
    set: (on) => {
      try {
        if (on) storage().setItem(key, `${Date.now()}`);
        else storage().removeItem(key);
      } catch {
        // The same as not kept.
      }
    },
  };
}

export function createMemory(key: string): Memory {
  const prefix = `patchbay.widget.${key}.`;
  return {
    live: flag(() => localStorage, `${prefix}live`),
    open: flag(() => sessionStorage, `${prefix}open`),
    greeted: flag(() => localStorage, `${prefix}greeted`, DAY_MS),
  };
}
