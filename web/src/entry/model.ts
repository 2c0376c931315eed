import type { components } from '../api/openapi.gen';

export type TicketForm = components['schemas']['TicketForm'];

/** What a form may ask for beside the name and the message. */
export const ASKED = ['email', 'phone', 'title', 'file'] as const;

/** A contact that was picked. */
export interface Picked {
  id: number;
  name: string;
  email: string;
  phone: string;
}

/** What an agent has entered so far. Files live only as long as the page. */
export interface EntryDraft {
  picked: Picked | null;
  name: string;
  email: string;
  phone: string;
  title: string;
  message: string;
  department: string | null;
  severity: string;
  labels: string[];
  assignees: string[];
}

export const EMPTY: EntryDraft = {
  picked: null,
  name: '',
  email: '',
  phone: '',
  title: '',
  message: '',
  department: null,
  severity: '',
  labels: [],
  assignees: [],
};

export const FILES_MAX = 20;

export interface Kept {
  draft: EntryDraft;
  /** What was tried last, and under which word: the same again makes no second ticket. */
  tried: { key: string; what: string } | null;
}

/** One per person: two people on one machine do not see each other's. */
const place = (username: string) => `patchbay.entry.${username}`;

export function readKept(username: string): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(place(username)) ?? 'null') as Partial<Kept> | null;
    return { draft: { ...EMPTY, ...kept?.draft }, tried: kept?.tried ?? null };
  } catch {
    return { draft: EMPTY, tried: null };
  }
}

export function keep(username: string, kept: Kept): void {
  try {
    if (isEmpty(kept.draft)) localStorage.removeItem(place(username));
    else localStorage.setItem(place(username), JSON.stringify(kept));
  } catch {
    // It is still on the screen; only its copy is missing.
  }
}

export function isEmpty(draft: EntryDraft): boolean {
  return JSON.stringify(draft) === JSON.stringify(EMPTY);
}

function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The word for an attempt: the same for the same content, and a new one for other content. */
export function keyFor(tried: Kept['tried'], draft: EntryDraft, files: readonly File[]): { key: string; what: string } {
  const what = JSON.stringify([draft, files.map((file) => [file.name, file.size, file.lastModified])]);
  return tried?.what === what ? tried : { key: newKey(), what };
}

/** The form as the server takes it: the fields before the files. */
export function bodyOf(draft: EntryDraft, files: readonly File[], key: string): FormData {
  const body = new FormData();
  body.set('queue_id', key);
  if (draft.picked === null) {
    for (const field of ['name', 'email', 'phone'] as const) body.set(field, draft[field].trim());
  } else body.set('contact_id', String(draft.picked.id));
  body.set('title', draft.title.trim());
  body.set('message', draft.message);
  if (draft.department !== null) body.set('department_id', draft.department);
  body.set('severity', draft.severity);
  body.set('labels', draft.labels.join(','));
  body.set('assignee', draft.assignees.join(','));
  for (const file of files) body.append('attachment[]', file, file.name);
  return body;
}
