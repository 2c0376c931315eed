// Small host services: the clock, randomness, stored values, and log lines.
import { host as lent } from './lent.ts';
import { fromUtf8, toUtf8 } from './utf8.ts';
import type { host as types } from './wit.gen.ts';

/** What the host lends besides HTTP and blobs. */
export const host = {
  /** Milliseconds since the Unix epoch, from the host's clock. `Date.now()` is no clock here. */
  now: (): number => Number(lent.nowMs()),
  /** Random bytes, at most 1,024. */
  random: (count: number): Uint8Array => lent.random(count),
  /** A value this account stored in an earlier batch. */
  value: (key: string): Uint8Array | undefined => lent.kvGet(key) ?? undefined,
  /** The same, as text. */
  text: (key: string): string | undefined => {
    const bytes = lent.kvGet(key);
    return bytes ? fromUtf8(bytes) : undefined;
  },
  /** Whether a secret setting has a value. The value itself never enters the plugin. */
  secretExists: (name: string): boolean => lent.secretExists(name),
  /** HMAC-SHA256 of `data` with a secret setting as key; throws when the secret has no value. */
  sign: (secret: string, data: Uint8Array | string): Uint8Array =>
    lent.sign(secret, typeof data === 'string' ? toUtf8(data) : data),
};

type Fields = Record<string, string | number | boolean>;

function write(level: types.Level): (message: string, fields?: Fields) => void {
  return (message, fields = {}) => {
    lent.log(level, message, Object.entries(fields).map(([name, value]) => [name, String(value)]));
  };
}

/** Lines for the account's plugin log. Never put secrets or message bodies here. */
export const log = {
  /** For following every step. */
  trace: write('trace'),
  /** For finding a fault. */
  debug: write('debug'),
  /** Something worth knowing happened. */
  info: write('info'),
  /** Something is odd. */
  warn: write('warn'),
  /** Something failed. */
  error: write('error'),
};
