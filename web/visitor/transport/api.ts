import { fields, readFiles, readHistory, readInfo, text, type History, type Info, type Uploaded } from './wire';

export interface Registration {
  readonly title: string;
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly des: string;
  readonly ic: string;
  /** What the visitor reads, so that the agent knows. */
  readonly language: string;
}

export interface Session {
  readonly token: string;
  readonly csrf: string;
}

/** An answer that arrived and says no, unlike one that never arrived. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** What is wrong with which field. */
    readonly fields: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}

/** What a new visit in a site's page begins with. */
export interface LinkRequest {
  readonly key: string;
  readonly page_url: string;
  readonly page_title: string;
  readonly identity?: string;
}

export interface VisitorApi {
  readonly info: (token: string) => Promise<Info>;
  /** For a frame, whose browser keeps no cookie of ours: it is held by the secret that an earlier answer had. */
  readonly framedInfo: (token: string, secret: string | null) => Promise<Info>;
  /** Makes a visit, and gives its token. */
  readonly link: (request: LinkRequest) => Promise<string>;
  readonly register: (session: Session, form: Registration, viaApi: boolean) => Promise<boolean>;
  readonly rate: (session: Session, rating: number, reason: string) => Promise<boolean>;
  readonly messages: (session: Session) => Promise<History>;
  readonly upload: (
    session: Session,
    file: File,
    onProgress: (part: number) => void,
    signal: AbortSignal,
  ) => Promise<Uploaded>;
}

async function readBody(answer: Response): Promise<unknown> {
  const body: unknown = await answer.json().catch(() => null);
  if (answer.ok) return body;
  throw refusal(answer.status, body);
}

function refusal(status: number, body: unknown): Refused {
  const error = fields(fields(body)['error']);
  const code = error['code'];
  const message = error['message'];
  return new Refused(
    status,
    typeof code === 'string' ? code : 'internal',
    typeof message === 'string' ? message : `HTTP ${status}`,
    fields(error['fields']),
  );
}

async function post(path: string, body: unknown): Promise<unknown> {
  return readBody(
    await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
}

/** XMLHttpRequest, because fetch still cannot tell how much of a body has been sent. */
function upload(
  session: Session,
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    const form = new FormData();
    form.append('token', session.token);
    form.append('_token', session.csrf);
    form.append('attachment[]', file, file.name);
    const request = new XMLHttpRequest();
    request.open('POST', '/api/livechat/upload');
    request.responseType = 'json';
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onload = () => {
      const [uploaded] = readFiles(fields(request.response)['files']);
      if (request.status < 300 && uploaded) resolve(uploaded);
      else reject(refusal(request.status, request.response));
    };
    request.onerror = () => reject(new Error('The upload was cut off.'));
    request.onabort = () => reject(new Error('The upload was cancelled.'));
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

export const visitorApi: VisitorApi = {
  info: async (token) => readInfo(await post('/api/livechat/info', { token })),
  framedInfo: async (token, secret) =>
    readInfo(await post('/api/livechat/info', { token, framed: true, ...(secret === null ? {} : { secret }) })),
  link: async (request) => text(fields(await post('/api/livechat/link', request))['token']),
  register: async (session, form, viaApi) => {
    const path = viaApi ? '/api/livechat/register' : '/api/livechat/register?api=false';
    const body = { ...form, token: session.token, _token: session.csrf };
    return fields(await post(path, body))['result'] === 'success';
  },
  rate: async (session, rating, reason) => {
    const body = { _token: session.csrf, token: session.token, rating, reason };
    return fields(await post('/api/livechat/rate', body))['result'] === 'success';
  },
  messages: async (session) => {
    const query = new URLSearchParams({ token: session.token, _token: session.csrf });
    return readHistory(await readBody(await fetch(`/api/livechat/messages?${query.toString()}`)));
  },
  upload,
};
