import { upload } from '../../api/client';
import { asProblem, type Problem } from '../../api/problem';
import type { Attachment, SendRules } from '../../api/types';
import { maxBytes, mediaAllowed } from './fileRules';

/** A file on its way to the server, or already there. */
export interface PendingFile {
  key: string;
  name: string;
  size: number;
  mime: string;
  /** A picture's local address, for the preview. */
  preview: string | null;
  /** 0 to 1 while it goes up. */
  progress: number;
  done: Attachment | null;
  problem: Problem | null;
  /** Why it was not even tried. */
  refused: 'too_many' | 'too_large' | 'type' | null;
  cancel: () => void;
}

/** Why a file is not even tried, as the channel declares it. */
export function refusal(file: Pick<File, 'type' | 'size'>, taken: number, rules: SendRules): PendingFile['refused'] {
  const mime = file.type || 'application/octet-stream';
  if (taken >= rules.attachments_max) return 'too_many';
  if (!mediaAllowed(mime, rules.media)) return 'type';
  const max = maxBytes(mime, rules);
  return max > 0 && file.size > max ? 'too_large' : null;
}

let keys = 0;

/** Starts the upload at once; `change` tells what happens to this file from then on. */
export function startUpload(
  file: File,
  ticketId: number,
  taken: number,
  rules: SendRules,
  change: (key: string, part: Partial<PendingFile>) => void,
): PendingFile {
  const key = `file-${++keys}`;
  const abort = new AbortController();
  const refused = refusal(file, taken, rules);
  if (refused === null) {
    const body = new FormData();
    body.set('_token', '-');
    body.set('ticket_id', String(ticketId));
    body.set('encryption', '0');
    body.append('attachment[]', file, file.name);
    upload('/api/upload', body, (progress) => change(key, { progress }), abort.signal)
      .then((answer) => change(key, { done: answer.files[0] ?? null, progress: 1 }))
      .catch((thrown: unknown) => change(key, { problem: asProblem(thrown) }));
  }
  return {
    key,
    name: file.name,
    size: file.size,
    mime: file.type,
    preview: file.type.startsWith('image/') ? URL.createObjectURL(file) : null,
    progress: 0,
    done: null,
    problem: null,
    refused,
    cancel: () => abort.abort(),
  };
}
