// HTTP through the host's broker: only hosts that the manifest names and an admin granted.
import { type PluginFailure, detail, failure } from './failure.ts';
import { fromJson, toJson } from './json.ts';
import { http as lent } from './lent.ts';
import { readAll, store } from './media.ts';
import { fromUtf8, toUtf8 } from './utf8.ts';
import type { http, media } from './wit.gen.ts';

/** Answers larger than this are not read into memory as text or JSON. */
const READ_MAX = 8 * 1024 * 1024;

const LATE = detail('net.timeout', 'The provider did not answer in time.');

/** A request besides its address. At most one of `json`, `form`, `bytes`, `blob` and `parts`. */
export interface RequestParts {
  /** `GET` when there is no body, else `POST`. */
  method?: string;
  headers?: Record<string, string>;
  /** A value to send as JSON; a `bigint` in it is sent as a number. */
  json?: unknown;
  /** Names and values to send as a form. */
  form?: Record<string, string>;
  /** Bytes; their media type goes into `headers`. */
  bytes?: Uint8Array;
  /** A stored blob; its bytes never enter the plugin. */
  blob?: media.Blob;
  /** multipart/form-data: texts, and blobs with a file name. */
  parts?: Record<string, string | { blob: media.Blob; filename: string; mime: string }>;
  /** Credentials of the manifest that the host puts in. */
  credentials?: string[];
  /** Limits the whole request. */
  timeoutMs?: number;
  /** Stores the answer's body as a blob whatever its size. */
  toBlob?: boolean;
}

/**
 * A request that only asks: repeating it does no harm, so a lost answer is retryable.
 * Any HTTP status is an answer; only the network throws.
 */
export function ask(url: string, request: RequestParts = {}): Answer {
  return exchange(url, request, whileAsking);
}

/**
 * A request that makes something happen: when it may have arrived although no answer came, the
 * outcome is unknown and the host will not simply repeat it.
 */
export function send(url: string, request: RequestParts = {}): Answer {
  return exchange(url, request, whileSending);
}

/** The provider's answer. */
export class Answer {
  /** The HTTP status. */
  readonly status: number;
  readonly #response: http.Response;
  readonly #acted: boolean;

  /** `acted`: the request made something happen. */
  constructor(response: http.Response, acted: boolean) {
    this.status = response.status;
    this.#response = response;
    this.#acted = acted;
  }

  /** True for 200 to 299. */
  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  /** The first header of that name. */
  header(name: string): string | undefined {
    const wanted = name.toLowerCase();
    const found = this.#response.headers.find((header) => header.name.toLowerCase() === wanted);
    return found && fromUtf8(found.value);
  }

  /** The body, wherever the host put it. */
  bytes(): Uint8Array {
    const { body } = this.#response;
    return body.tag === 'inline' ? body.val : readAll(body.val, READ_MAX);
  }

  /** The body as text. */
  text(): string {
    return fromUtf8(this.bytes());
  }

  /**
   * The body read as JSON, whole numbers above 2^53 as texts of their digits. What is no JSON is a permanent failure; after {@link send} the provider
   * may have done what it was asked for all the same, so the outcome is unknown.
   */
  json<Value = unknown>(): Value {
    const said = this.text();
    try {
      return fromJson(said) as Value;
    } catch {
      const unread = detail('net.answer', "The provider's answer could not be read.", said.slice(0, 500));
      throw this.#acted && this.ok ? failure.outcomeUnknown(unread) : failure.permanent(unread);
    }
  }

  /** How long the provider asks to wait: `Retry-After` in seconds. A date there is not read. */
  get retryAfterMs(): number | undefined {
    const seconds = Number(this.header('Retry-After')?.trim() || Number.NaN);
    return seconds >= 0 ? Math.trunc(seconds * 1000) : undefined;
  }

  /**
   * What an answer other than 2xx usually means; codes are `<id>.<status>`. 401 asks an admin to
   * connect again, 429 waits as long as it says, 408 and 5xx are tried again.
   */
  refusal(id: string): PluginFailure {
    const what = (message: string) => detail(`${id}.${this.status}`, message, this.text());
    if (this.status === 401) {
      return failure.authExpired(what('The provider refused the access token.'));
    }
    if (this.status === 429) {
      const afterMs = this.retryAfterMs;
      const retry = afterMs === undefined ? {} : { afterMs };
      return failure.rateLimited(what('The provider asked for fewer requests.'), retry);
    }
    return this.status === 408 || this.status >= 500
      ? failure.retryable(what('The provider has trouble.'))
      : failure.permanent(what('The provider refused the request.'));
  }

  /** The body as a blob; a small answer that came inline is stored now. */
  blob(mime: string, filename?: string): media.Blob {
    const { body } = this.#response;
    return body.tag === 'blob' ? body.val : store(body.val, mime, filename);
  }
}

function exchange(url: string, request: RequestParts, meaning: (error: http.NetError) => PluginFailure): Answer {
  const [body, mime] = bodyOf(request);
  const headers = { ...(mime && { 'Content-Type': mime }), ...request.headers };
  try {
    return new Answer(
      lent.send({
        method: request.method ?? (body.tag === 'none' ? 'GET' : 'POST'),
        url,
        headers: Object.entries(headers).map(([name, value]) => ({ name, value: toUtf8(value) })),
        body,
        credentials: request.credentials ?? [],
        timeoutMs: request.timeoutMs ?? null,
        toBlob: request.toBlob ?? false,
      }),
      meaning === whileSending,
    );
  } catch (error) {
    const said = (error as { payload?: http.NetError }).payload;
    throw said ? meaning(said) : error;
  }
}

function bodyOf(request: RequestParts): [http.Body, string?] {
  if (request.json !== undefined) {
    return [{ tag: 'inline', val: toUtf8(toJson(request.json)) }, 'application/json'];
  }
  if (request.form) {
    return [{ tag: 'inline', val: toUtf8(encodeForm(request.form)) }, 'application/x-www-form-urlencoded'];
  }
  if (request.bytes) {
    return [{ tag: 'inline', val: request.bytes }];
  }
  if (request.blob) {
    return [{ tag: 'blob', val: request.blob }];
  }
  if (request.parts) {
    return [{ tag: 'multipart', val: Object.entries(request.parts).map(part) }];
  }
  return [{ tag: 'none' }];
}

function part([name, value]: [string, string | { blob: media.Blob; filename: string; mime: string }]): http.Part {
  if (typeof value === 'string') {
    return { name, filename: null, mime: null, data: { tag: 'inline', val: toUtf8(value) } };
  }
  const { blob, filename, mime } = value;
  return { name, filename, mime, data: { tag: 'blob', val: blob } };
}

/** Names and values as they stand in a form or behind a `?`. */
export function encodeForm(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
}

function whileAsking(error: http.NetError): PluginFailure {
  return error.tag === 'timeout' ? failure.retryable(LATE) : whileSending(error);
}

function whileSending(error: http.NetError): PluginFailure {
  switch (error.tag) {
    case 'denied':
      return failure.permanent(error.val);
    case 'timeout':
      return error.val ? failure.outcomeUnknown(LATE) : failure.retryable(LATE);
    case 'dns':
    case 'connect':
    case 'tls':
      return failure.retryable(error.val);
    case 'too-large':
      return failure.outcomeUnknown(
        detail('net.too-large', "The provider's answer was larger than allowed."),
      );
    case 'budget':
      return failure.permanent(
        detail('net.budget', 'This call has used up the requests its limits allow.'),
      );
  }
}
