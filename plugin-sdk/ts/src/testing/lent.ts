// Stands in for `patchbay:plugin/*` when a plugin's tests run in Node.
import { type SentRequest, state } from './state.ts';
import { fromUtf8, toUtf8 } from '../utf8.ts';
import type { host, http, media } from '../wit.gen.ts';

/** What a host function throws inside a component as well: an error with a payload. */
class ComponentError extends Error {
  readonly payload: unknown;

  constructor(payload: unknown) {
    super(JSON.stringify(payload));
    this.payload = payload;
  }
}

export function send(request: http.Request): http.Response {
  const sent: SentRequest = {
    method: request.method,
    url: request.url,
    headers: Object.fromEntries(
      request.headers.map(({ name, value }) => [name.toLowerCase(), fromUtf8(value)]),
    ),
    body: bodyText(request.body),
    credentials: request.credentials,
  };
  state.sent.push(sent);
  const scripted = state.script.shift() ?? state.otherwise;
  if (!scripted) {
    throw new Error(`the test has no answer for ${request.method} ${request.url}`);
  }
  const answer = typeof scripted === 'function' ? scripted(sent) : scripted;
  if ('fails' in answer) {
    throw new ComponentError(answer.fails);
  }
  const { status, body, headers = {} } = answer;
  return {
    status,
    headers: Object.entries(headers).map(([name, value]) => ({ name, value: toUtf8(value) })),
    body: body instanceof Blob ? { tag: 'blob', val: body } : { tag: 'inline', val: inline(body) },
  };
}

function inline(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) {
    return body;
  }
  return toUtf8(typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body));
}


function bodyText(body: http.Body): string {
  switch (body.tag) {
    case 'none':
      return '';
    case 'inline':
      return fromUtf8(body.val);
    case 'blob':
      return fromUtf8((body.val as Blob).bytes);
    case 'multipart':
      return body.val
        .map(({ name, filename, data }) =>
          data.tag === 'inline' ? `${name}=${fromUtf8(data.val)}` : `${name}=<file ${filename ?? ''}>`,
        )
        .join('\n');
  }
}

export function log(level: host.Level, message: string, fields: [string, string][]): void {
  state.log.push({ level, message, fields: Object.fromEntries(fields) });
}

export function nowMs(): number {
  return state.now;
}

/** Counts up, so that a test knows what comes. */
export function random(count: number): Uint8Array {
  return Uint8Array.from({ length: count }, (_, index) => index % 251);
}

export function kvGet(key: string): Uint8Array | undefined {
  return state.kv.get(key);
}

export function secretExists(name: string): boolean {
  return state.secrets.has(name);
}

/** No real HMAC: the secret's name, a colon and the data, so that a test can read it. */
export function sign(secret: string, data: Uint8Array): Uint8Array {
  if (!state.secrets.has(secret)) {
    throw new ComponentError(`the secret ${secret} has no value`);
  }
  return new Uint8Array([...toUtf8(`${secret}:`), ...data]);
}

export class Blob implements media.Blob {
  readonly bytes: Uint8Array;
  readonly #meta: media.BlobMeta;

  constructor(bytes: Uint8Array, meta: media.BlobMeta) {
    this.bytes = bytes;
    this.#meta = meta;
  }

  meta(): media.BlobMeta {
    return this.#meta;
  }

  read(offset: number, max: number): Uint8Array {
    return this.bytes.slice(offset, offset + max);
  }
}

export class BlobWriter implements media.BlobWriter {
  readonly #chunks: Uint8Array[] = [];
  readonly #meta: media.BlobMeta;

  constructor(meta: media.BlobMeta) {
    this.#meta = meta;
  }

  write(chunk: Uint8Array): void {
    this.#chunks.push(chunk.slice());
  }

  static finish(writer: media.BlobWriter): media.Blob {
    const made = writer as BlobWriter;
    const bytes = Uint8Array.from(made.#chunks.flatMap((chunk) => [...chunk]));
    return new Blob(bytes, { ...made.#meta, size: bytes.length });
  }
}
