/**
 * Stand-ins for the host: `node --import @patchbay/plugin/register --test` runs a plugin's logic
 * in Node, and what it would ask of the host it asks of these.
 */
import { Blob } from './lent.ts';
import { type Answering, type LogLine, type SentRequest, START, type TestBlob, state } from './state.ts';
import { toUtf8 } from '../utf8.ts';
import type * as wit from '../wit.gen.ts';

export type { Answering, LogLine, Scripted, SentRequest } from './state.ts';

/** The host of a test. Call {@link host.reset} before each one. */
export const host = {
  /** Forgets everything. */
  reset(): void {
    Object.assign(state, { script: [], otherwise: undefined, sent: [], log: [], now: START });
    state.kv.clear();
    state.secrets.clear();
  },
  /** The next request gets this; a value that is no text is sent as JSON. */
  answers(status: number, body?: unknown, headers?: Record<string, string>): void {
    state.script.push({ status, body, ...(headers && { headers }) });
  },
  /** The next request fails on the way. */
  fails(error: wit.http.NetError): void {
    state.script.push({ fails: error });
  },
  /** The next request is answered by a function. */
  script(answering: Answering): void {
    state.script.push(answering);
  },
  /** Answers every request that nothing else answers. */
  otherwise(answering: Answering): void {
    state.otherwise = answering;
  },
  /** What the plugin sent, oldest first. */
  get sent(): readonly SentRequest[] {
    return state.sent;
  },
  /** Answers that nobody asked for: zero at the end of a good test. */
  get left(): number {
    return state.script.length;
  },
  /** Lines of the plugin's log. */
  get log(): readonly LogLine[] {
    return state.log;
  },
  /** The clock, in milliseconds since the epoch. */
  get now(): number {
    return state.now;
  },
  set now(value: number) {
    state.now = value;
  },
  /** A value that an earlier batch stored. */
  stored(key: string, value: Uint8Array | string): void {
    state.kv.set(key, typeof value === 'string' ? toUtf8(value) : value);
  },
  /** Gives a secret setting a value. */
  secret(name: string): void {
    state.secrets.add(name);
  },
};

/** An account with these settings. */
export function account(config: Record<string, unknown> = {}): wit.types.Account {
  return {
    id: 'account-1',
    config: JSON.stringify(config),
    publicUrl: 'https://desk.example.com',
    extras: [],
  };
}

/** A verified webhook request; a value that is no text is sent as JSON. */
export function posted(body: unknown, parts: Partial<wit.webhook.Request> = {}): wit.webhook.Request {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    method: 'POST',
    path: '',
    query: '',
    headers: [],
    body: toUtf8(text),
    verified: 'signature',
    ...parts,
  };
}

/** A message as an agent would send it. */
export function outgoing(parts: Partial<wit.outgoing.Message> = {}): wit.outgoing.Message {
  return {
    opId: 'op-1',
    attempt: 1,
    priorUnknown: false,
    thread: 'thread-1',
    channel: 'TEST',
    recipient: 'customer-1',
    ticket: '1',
    subject: null,
    text: null,
    html: null,
    replyTo: null,
    references: [],
    to: [],
    cc: [],
    attachments: [],
    contents: [],
    agentName: 'Ann',
    extras: [],
    ...parts,
  };
}

/** A conversation of these lines, the customer first and then in turn. */
export function conversation(...lines: string[]): wit.talk.Conversation {
  return {
    channel: 'TEST',
    subject: null,
    language: null,
    turns: lines.map((text, index) => ({
      role: index % 2 === 0 ? 'customer' : 'agent',
      name: index % 2 === 0 ? 'Customer' : 'Ann',
      text,
      atMs: START + index * 1000,
    })),
    extras: [],
  };
}

/** A stored blob. */
export function blob(content: Uint8Array | string, mime = 'text/plain', filename?: string): TestBlob {
  const bytes = typeof content === 'string' ? toUtf8(content) : content;
  return new Blob(bytes, { mime, filename: filename ?? null, size: bytes.length });
}
