import type { Answer, Call, PathFor } from './contract';
import { noteError } from './errorLog';
import { apiHost } from './host';
import { withKeepalive } from './keepalive';
import { asProblem, Problem, problemFrom } from './problem';

type Query = Record<string, string | number | boolean | null | undefined>;

interface CallOptions {
  path?: Record<string, string | number>;
  query?: Query;
  json?: unknown;
  body?: FormData;
  signal?: AbortSignal;
}

/** Names in braces stand for a part of the path. */
function address(path: string, parts: CallOptions['path'] = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts[name] ?? ''));
}

function search(query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

function parsed(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What the core answered, which its description is held against in the core's own tests; a refusal is a problem. */
function taken<T>(status: number, text: string): Promise<T> {
  const answer = parsed(text);
  return status < 200 || status > 299 ? Promise.reject(problemFrom(status, answer)) : Promise.resolve(answer as T);
}

let renew: (() => Promise<boolean>) | null = null;

/** The session code lends its check: a call whose token ran out (a laptop that slept) is made once more. */
export function lendRenewal(check: () => Promise<boolean>): void {
  renew = check;
}

function isAuth(path: string): boolean {
  return path.startsWith('/api/auth') || path.startsWith('/api/oauth') || path.startsWith('/api/user/signout');
}

/** What came back over the line; a line that broke is a problem. */
async function exchange(address: string, init: RequestInit): Promise<{ status: number; text: string }> {
  let response: Response;
  try {
    response = await fetch(address, init);
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') throw thrown;
    throw new Problem('offline', 0, 'offline');
  }
  return { status: response.status, text: await response.text() };
}

/** One call to the core. The cookie is the session, so no token is ever in an address. */
async function call<T>(method: string, path: string, options: CallOptions = {}, again = true): Promise<T> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  let body: string | FormData | undefined = options.body;
  if (options.json !== undefined) {
    headers['Content-Type'] = 'application/json';
    body = JSON.stringify(options.json);
  }
  const init: RequestInit = {
    method,
    headers,
    credentials: apiHost() === '' ? 'same-origin' : 'include',
    ...(body === undefined ? {} : { body }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  };
  const send = (keepalive: boolean) => exchange(apiHost() + path + search(options.query), { ...init, keepalive });
  // A write may have shown already, and nobody misses a read of a page that is gone. A form has files, which are too large.
  const { status, text } = await (method === 'GET' || body instanceof FormData ? send(false) : withKeepalive(body ?? '', send));
  if (status === 401 && again && renew !== null && !isAuth(path) && (await renew())) {
    return call<T>(method, path, options, false);
  }
  try {
    return await taken<T>(status, text);
  } catch (thrown) {
    const problem = asProblem(thrown);
    noteError(`${method} ${path}`, `${problem.status} ${problem.code}`);
    throw problem;
  }
}

const door =
  (method: string, json?: unknown) =>
  <T>(template: string, options: CallOptions = {}) =>
    call<T>(method, address(template, options.path), { json, ...options });

interface Api {
  get: Call<'get'>;
  post: Call<'post'>;
  patch: Call<'patch'>;
  put: Call<'put'>;
  delete: Call<'delete'>;
  form: <P extends PathFor<'post'>>(path: P, body: FormData) => Promise<Answer<'post', P>>;
  /** A page, at an address that an answer named. */
  text: (address: string, signal: AbortSignal) => Promise<string>;
}

/** The answers are those of the core's own description, which openapi.gen.ts is made from. */
export const api: Api = {
  get: door('GET'),
  post: door('POST', {}),
  patch: door('PATCH', {}),
  put: door('PUT', {}),
  delete: door('DELETE'),
  form: (path, body) => call('POST', path, { body }),
  text: (address, signal) => call('GET', address, { signal }),
};

/** Sends a form and tells how far it is, which fetch cannot. */
function sendForm(address: string, body: FormData, onProgress: (share: number) => void, signal?: AbortSignal): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.withCredentials = apiHost() !== '';
    request.setRequestHeader('Accept', 'application/json');
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
    };
    request.onerror = () => reject(new Problem('offline', 0, 'offline'));
    request.onabort = () => reject(new Problem('aborted', 0, 'aborted'));
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    signal?.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}

/** An upload with progress. A session that ended meanwhile is renewed, as for every other call. */
export async function upload<P extends PathFor<'post'>>(
  path: P,
  body: FormData,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
  query?: Query,
): Promise<Answer<'post', P>> {
  const send = () => sendForm(apiHost() + path + search(query), body, onProgress, signal);
  let answer = await send();
  if (answer.status === 401 && renew !== null && (await renew())) answer = await send();
  return taken(answer.status, answer.text);
}
