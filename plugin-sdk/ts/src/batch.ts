// Batches and what goes into them: a plugin writes only the fields it fills.
import { host } from './host.ts';
import { toUtf8 } from './utf8.ts';
import type { effects } from './wit.gen.ts';

/** What a batch may hold; everything is optional. */
export interface BatchParts {
  events?: effects.Event[];
  /** The new cursor of a poll. */
  cursor?: Uint8Array | string;
  /** Values to store, by key; `null` forgets. */
  store?: Record<string, Uint8Array | string | null>;
  /** Timers by name, in milliseconds since the epoch; `null` cancels. */
  timers?: Record<string, number | null>;
  /** Frames for visitors' pages. */
  visitor?: effects.VisitorFrame[];
}

/** A batch. The host commits it as a whole, or not at all. */
export function batch(parts: BatchParts = {}): effects.Batch {
  return {
    events: parts.events ?? [],
    cursor: parts.cursor === undefined ? null : bytes(parts.cursor),
    kv: Object.entries(parts.store ?? {}).map(([key, value]) => ({
      key,
      value: value === null ? null : bytes(value),
    })),
    timers: Object.entries(parts.timers ?? {}).map(([name, atMs]) => ({ name, atMs })),
    visitor: parts.visitor ?? [],
  };
}

function bytes(value: Uint8Array | string): Uint8Array {
  return typeof value === 'string' ? toUtf8(value) : value;
}

type Actor = Pick<effects.Actor, 'externalId'> & Partial<effects.Actor>;

/** What a customer's message has to have, and what it may have. */
export type MessageParts = Pick<effects.InboundMessage, 'externalId' | 'thread' | 'channel'> &
  Partial<Omit<effects.InboundMessage, 'from'>> & { from: Actor };

/** Makes events for a batch. */
export const event = {
  /**
   * A message from a customer. Without `atMs` it was sent now. Throws a `TypeError` when an id is
   * no text, which providers' JSON may well bring about.
   */
  message: (parts: MessageParts): effects.Event => ({
    tag: 'message',
    val: {
      subject: null,
      text: null,
      html: null,
      replyTo: null,
      references: [],
      verifiedTicket: null,
      attachments: [],
      contents: [],
      automatic: false,
      extras: [],
      ...parts,
      from: identified(parts),
      atMs: parts.atMs ?? host.now(),
    },
  }),
  /** A message of ours has moved on. */
  receipt: (parts: effects.Receipt): effects.Event => ({ tag: 'receipt', val: parts }),
  /** A customer changed or withdrew a message. */
  edit: (parts: effects.Edit): effects.Event => ({ tag: 'edit', val: parts }),
  /** A customer is typing, stopped, or has read. */
  signal: (thread: string, kind: 'typing' | 'stopped' | 'read'): effects.Event => ({
    tag: 'signal',
    val: { thread, kind },
  }),
  /** A customer put an emoji on a message, or took it away. */
  reaction: (parts: Omit<effects.Reaction, 'from'> & { from: Actor }): effects.Event => ({
    tag: 'reaction',
    val: { ...parts, from: actor(parts.from) },
  }),
  /** Something happened to a telephone call. */
  call: (parts: effects.CallEvent): effects.Event => ({ tag: 'call', val: parts }),
  /** An event of the plugin's own kind; the payload is kept as JSON. */
  custom: (kind: string, payload: unknown): effects.Event => ({
    tag: 'custom',
    val: { kind, payload: toUtf8(JSON.stringify(payload)) },
  }),
};

/** The sender, when all of a message's ids are texts. */
function identified({ externalId, thread, channel, from }: MessageParts): effects.Actor {
  for (const [name, value] of Object.entries({ externalId, thread, channel, from: from.externalId })) {
    if (typeof value !== 'string') {
      throw new TypeError(`a message's ${name} has to be a text`);
    }
  }
  return actor(from);
}

function actor(parts: Actor): effects.Actor {
  return { displayName: null, attrs: [], ...parts };
}
