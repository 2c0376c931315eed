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

/** What a consent has to have, and what it may have. */
export interface ConsentParts {
  thread: string;
  contact: string;
  topic?: 'marketing' | 'all';
  state: 'withdrawn' | 'given';
  atMs?: number;
  text?: string;
}

/** What the reason of a receipt has to have, and what it may have. */
export interface ReasonParts {
  externalId: string;
  status?: string;
  code?: string;
  message?: string;
  provider?: string;
}

/**
 * `extras` of a message that the business wrote itself, in the provider's own app or by another
 * program. Thread and `from` stay the customer's.
 */
export function byBusiness(author?: string): [string, string][] {
  const name = author?.trim() ?? '';
  return [['authored-by', 'business'], ...(name === '' ? [] : [['author-name', name] as [string, string]])];
}

/**
 * `extras` of a message that takes the place of an earlier one, with its files. It needs an id of its
 * own, for example the earlier one with `#` and the time of the change.
 */
export function replacing(earlier: string): [string, string][] {
  return [['replaces', earlier]];
}

/**
 * Makes events for a batch. What is no text or no time where one belongs, which providers' JSON may
 * well bring about, throws a `TypeError`: within `reading` that is a permanent failure.
 */
export const event = {
  /** A message from a customer. Without `atMs` it was sent now. */
  message: (parts: MessageParts): effects.Event => ({
    tag: 'message',
    val: fitting({
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
      from: actor(parts.from),
      atMs: parts.atMs ?? host.now(),
    }),
  }),
  /** A message of ours has moved on. */
  receipt: (parts: effects.Receipt): effects.Event => ({ tag: 'receipt', val: fitting(parts) }),
  /** A customer changed or withdrew a message. */
  edit: (parts: effects.Edit): effects.Event => ({ tag: 'edit', val: fitting(parts) }),
  /** A customer is typing, stopped, or has read. */
  signal: (thread: string, kind: 'typing' | 'stopped' | 'read'): effects.Event => ({
    tag: 'signal',
    val: fitting({ thread, kind }),
  }),
  /** A customer put an emoji on a message, or took it away. */
  reaction: (parts: Omit<effects.Reaction, 'from'> & { from: Actor }): effects.Event => ({
    tag: 'reaction',
    val: fitting({ ...parts, from: actor(parts.from) }),
  }),
  /** Something happened to a telephone call. */
  call: (parts: effects.CallEvent): effects.Event => ({ tag: 'call', val: fitting(parts) }),
  /**
   * A person no longer wants to be written to, or wants to again: about marketing, unless it is about
   * everything. `contact` is the provider's id of the person, `text` a sentence for agents.
   */
  consent: ({ thread, contact, topic = 'marketing', state, atMs, text }: ConsentParts): effects.Event =>
    event.custom('consent', { thread, contact, topic, state, at_ms: atMs, text }),
  /** Why a message moved on, in more words than a receipt has; it goes beside the receipt. */
  receiptReason: ({ externalId, status = 'failed', code, message, provider }: ReasonParts): effects.Event =>
    event.custom('receipt', { external_id: externalId, status, code, message, provider }),
  /** An event of the plugin's own kind; the payload is kept as JSON. */
  custom: (kind: string, payload: unknown): effects.Event => ({
    tag: 'custom',
    val: { kind, payload: toUtf8(JSON.stringify(payload)) },
  }),
};

/** Fields that have to be texts, and those that may be absent. */
const NEEDED = ['externalId', 'thread', 'channel', 'status', 'kind', 'direction'];
const OPTIONAL = ['subject', 'text', 'html', 'replyTo', 'verifiedTicket', 'code', 'emoji', 'extension', 'line', 'displayName'];

/** The record, when its texts are texts and its time is a time. */
function fitting<Part extends object>(part: Part): Part {
  for (const [name, value] of Object.entries(part) as [string, unknown][]) {
    const absent = value === null || value === undefined;
    if (typeof value !== 'string' && (NEEDED.includes(name) || (OPTIONAL.includes(name) && !absent))) {
      throw new TypeError(`${name} has to be a text`);
    }
    if (name === 'atMs' && !(typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER)) {
      throw new TypeError('atMs has to be a time in milliseconds');
    }
  }
  return part;
}

function actor(parts: Actor): effects.Actor {
  return fitting({ displayName: null, attrs: [], ...parts });
}
