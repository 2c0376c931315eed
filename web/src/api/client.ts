import { noteError } from './errorLog';
import { apiHost } from './host';
import { Problem, problemFrom } from './problem';

type Query = Record<string, string | number | boolean | null | undefined>;

interface CallOptions {
  query?: Query;
  json?: unknown;
  body?: FormData;
  signal?: AbortSignal;
}

function address(path: string, query: Query | undefined): string {
  if (query === undefined) return path;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

let renew: (() => Promise<boolean>) | null = null;

/** The session code lends its check: a call whose token ran out (a laptop that slept) is made once more. */
export function lendRenewal(check: () => Promise<boolean>): void {
  renew = check;
}

function isAuth(path: string): boolean {
  return path.startsWith('/api/auth') || path.startsWith('/api/oauth') || path.startsWith('/api/user/signout');
}

/**
 * One call to the core. The cookie is the session, so no token is ever in an address.
 * The caller names the answer's type; the contract is kept in types.ts.
 */
async function call<T>(method: string, path: string, options: CallOptions = {}, again = true): Promise<T> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  let body: BodyInit | undefined = options.body;
  if (options.json !== undefined) {
    headers['Content-Type'] = 'application/json';
    body = JSON.stringify(options.json);
  }
  let response: Response;
  try {
    response = await fetch(apiHost() + address(path, options.query), {
      method,
      headers,
      credentials: apiHost() === '' ? 'same-origin' : 'include',
      ...(body === undefined ? {} : { body }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') throw thrown;
    throw new Problem('offline', 0, 'offline');
  }
  const answer = await readBody(response);
  if (response.status === 401 && again && renew !== null && !isAuth(path) && (await renew())) {
    return call<T>(method, path, options, false);
  }
  if (!response.ok) {
    const problem = problemFrom(response.status, answer);
    noteError(`${method} ${path}`, `${problem.status} ${problem.code}`);
    throw problem;
  }
  return answer as T;
}

export const api = {
  get: <T>(path: string, query?: Query, signal?: AbortSignal) =>
    call<T>('GET', path, {
      ...(query === undefined ? {} : { query }),
      ...(signal === undefined ? {} : { signal }),
    }),
  post: <T>(path: string, json: unknown = {}) => call<T>('POST', path, { json }),
  patch: <T>(path: string, json: unknown) => call<T>('PATCH', path, { json }),
  put: <T>(path: string, json: unknown) => call<T>('PUT', path, { json }),
  delete: <T>(path: string) => call<T>('DELETE', path),
  form: <T>(path: string, body: FormData) => call<T>('POST', path, { body }),
};

/** An upload with progress, which fetch cannot report. Resolves with the parsed answer. */
export function upload<T>(
  path: string,
  body: FormData,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', apiHost() + path);
    request.withCredentials = apiHost() !== '';
    request.setRequestHeader('Accept', 'application/json');
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
    };
    request.onerror = () => reject(new Problem('offline', 0, 'offline'));
    request.onabort = () => reject(new Problem('aborted', 0, 'aborted'));
    request.onload = () => {
      let answer: unknown = null;
      try {
        answer = JSON.parse(request.responseText) as unknown;
      } catch {
        answer = request.responseText;
      }
      if (request.status >= 200 && request.status < 300) resolve(answer as T);
      else reject(problemFrom(request.status, answer));
    };
    signal?.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}
