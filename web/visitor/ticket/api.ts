import { fields } from '../transport/wire';
import { language } from '../texts';
import type { FormRules, Values } from './model';

export type Loaded = { readonly kind: 'open'; readonly rules: FormRules } | { readonly kind: 'closed' | 'unknown' | 'failed' };

export type Sent =
  | { readonly kind: 'sent'; readonly number: number }
  | { readonly kind: 'wrong'; readonly fields: readonly string[] }
  | { readonly kind: 'tooOften'; readonly seconds: number }
  | { readonly kind: 'closed' | 'unknown' | 'tooLarge' | 'offline' | 'failed' };

const path = (token: string) => `/api/new_ticket/${encodeURIComponent(token)}`;

const number = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise);
const text = (value: unknown) => (typeof value === 'string' ? value : '');

export async function loadForm(token: string): Promise<Loaded> {
  try {
    const answer = await fetch(path(token));
    if (answer.status === 404) return { kind: 'unknown' };
    if (answer.status === 403) return { kind: 'closed' };
    if (!answer.ok) return { kind: 'failed' };
    const body = fields(await answer.json());
    const required = Array.isArray(body['required']) ? body['required'].map(text) : [];
    return {
      kind: 'open',
      rules: {
        title: text(body['title']),
        intro: text(body['intro']),
        required,
        messageMax: number(body['message_max'], 10_000),
        filesMax: number(body['files_max'], 0),
        fileMaxBytes: number(body['file_max_bytes'], 0),
      },
    };
  } catch {
    return { kind: 'failed' };
  }
}

/** XMLHttpRequest, because fetch still cannot tell how much of a body has been sent. */
export function sendForm(
  token: string,
  key: string,
  values: Values,
  trap: string,
  files: readonly File[],
  onPart: (part: number) => void,
): Promise<Sent> {
  const form = new FormData();
  // The fields stand first: the server looks at them before it takes a file.
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  form.append('website', trap);
  form.append('language', language.tag);
  form.append('queue_id', key);
  for (const file of files) form.append('file', file, file.name);
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', path(token));
    request.responseType = 'json';
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onPart(event.loaded / event.total);
    };
    request.onload = () => {
      const wait = Number(request.getResponseHeader('retry-after') ?? '60');
      resolve(readSent(request.status, request.response, wait));
    };
    request.onerror = () => resolve({ kind: 'offline' });
    request.ontimeout = () => resolve({ kind: 'offline' });
    request.send(form);
  });
}

export function readSent(status: number, answer: unknown, wait: number): Sent {
  const body = fields(answer);
  if (status >= 200 && status < 300) return { kind: 'sent', number: number(body['ticket_number'], 0) };
  switch (status) {
    case 403:
      return { kind: 'closed' };
    case 404:
      return { kind: 'unknown' };
    case 413:
      return { kind: 'tooLarge' };
    case 429:
      return { kind: 'tooOften', seconds: Number.isFinite(wait) ? wait : 60 };
    case 400:
    case 422:
      return { kind: 'wrong', fields: Object.keys(fields(fields(body['error'])['fields'])) };
    default:
      return { kind: 'failed' };
  }
}
