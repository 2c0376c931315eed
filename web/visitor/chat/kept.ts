import type { KeptStorage } from '../storage';
import { fields, number, readFiles, readMessage, text, type WireMessage } from '../transport/wire';
import type { Outgoing } from './transcript';

/** What survives a reload: unsent messages and what is being written. */
export interface Kept {
  readonly outgoing: () => readonly Outgoing[];
  readonly keep: (out: Outgoing) => void;
  readonly release: (id: string) => void;
  /** Words of the system, such as the greeting: the server's history has only people's messages. */
  readonly notices: () => readonly WireMessage[];
  readonly notice: (message: WireMessage) => void;
  readonly draft: () => string;
  readonly setDraft: (draft: string) => void;
  /** Where the chat began in the event log; asked for once, by the chat's first page. */
  readonly setSince: (seq: number | null) => void;
  readonly takeSince: () => number | null;
  /** When the newest message was written that the visitor has seen; null before the chat was looked at. */
  readonly seen: () => number | null;
  readonly setSeen: (tsMs: number) => void;
}

function parse(value: string | null): unknown {
  try {
    return JSON.parse(value ?? '');
  } catch {
    return null;
  }
}

function readOutgoing(value: string | null): Outgoing {
  const raw = fields(parse(value));
  return {
    id: text(raw['id']),
    text: text(raw['text']),
    uploads: readFiles(raw['uploads']),
    tsMs: number(raw['tsMs']) ?? 0,
  };
}

/** A preview belongs to this page; the next one has only the file's name. */
function withoutPreviews(out: Outgoing): Outgoing {
  const uploads = out.uploads.map((file) => (file.url.startsWith('blob:') ? { ...file, url: '' } : file));
  return { ...out, uploads };
}

/** More of them than this are not worth keeping. */
const NOTICES = 20;

function asWire(message: WireMessage): unknown {
  return { id: message.id, from: message.from, name: message.name, text: message.text, ts_ms: message.tsMs };
}

/** Private windows and full disks refuse storage; the chat goes on without it. */
function attempt<T>(act: () => T, otherwise: T): T {
  try {
    return act();
  } catch {
    return otherwise;
  }
}

const prefixOf = (token: string) => `patchbay.visit.${token}.`;

const keysOf = (storage: KeptStorage) => Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');

/** Takes away all that was kept of a visit. */
export function forgetVisit(storage: KeptStorage, token: string): void {
  attempt(() => {
    for (const key of keysOf(storage)) if (key.startsWith(prefixOf(token))) storage.removeItem(key);
  }, undefined);
}

/** One entry per message, so that two tabs of the same chat never overwrite each other. */
export function keptIn(storage: KeptStorage, token: string): Kept {
  const prefix = prefixOf(token);
  const draftKey = `${prefix}draft`;
  const noticesKey = `${prefix}notices`;
  const sinceKey = `${prefix}since`;
  const seenKey = `${prefix}seen`;
  const notices = () =>
    attempt(() => {
      const list = parse(storage.getItem(noticesKey));
      return Array.isArray(list) ? list.map(readMessage) : [];
    }, []);
  return {
    outgoing: () =>
      attempt(() => {
        return keysOf(storage)
          .filter((key) => key.startsWith(`${prefix}out.`))
          .map((key) => readOutgoing(storage.getItem(key)))
          .filter((out) => out.id !== '')
          .sort((one, other) => one.tsMs - other.tsMs);
      }, []),
    keep: (out) => attempt(() => storage.setItem(`${prefix}out.${out.id}`, JSON.stringify(withoutPreviews(out))), undefined),
    release: (id) => attempt(() => storage.removeItem(`${prefix}out.${id}`), undefined),
    notices,
    notice: (message) =>
      attempt(() => {
        const others = notices().filter((other) => other.id !== message.id);
        storage.setItem(noticesKey, JSON.stringify([...others, message].slice(-NOTICES).map(asWire)));
      }, undefined),
    draft: () => attempt(() => storage.getItem(draftKey) ?? '', ''),
    setDraft: (draft) =>
      attempt(() => {
        if (draft === '') storage.removeItem(draftKey);
        else storage.setItem(draftKey, draft);
      }, undefined),
    setSince: (seq) => attempt(() => storage.setItem(sinceKey, JSON.stringify(seq)), undefined),
    takeSince: () =>
      attempt(() => {
        const since = number(parse(storage.getItem(sinceKey)));
        storage.removeItem(sinceKey);
        return since;
      }, null),
    seen: () => attempt(() => number(parse(storage.getItem(seenKey))), null),
    setSeen: (tsMs) => attempt(() => storage.setItem(seenKey, JSON.stringify(tsMs)), undefined),
  };
}
