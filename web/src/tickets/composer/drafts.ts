import type { OutContent } from '../../api/content';
import type { Attachment, ReplyQuote } from '../../api/types';

export interface Draft {
  text: string;
  reply: ReplyQuote | null;
  files: Attachment[];
  contents: OutContent[];
}

export const EMPTY_DRAFT: Draft = { text: '', reply: null, files: [], contents: [] };

/** One per person and ticket: two people on one machine do not see each other's. */
function key(username: string, ticketId: number): string {
  return `patchbay.draft.${username}.${ticketId}`;
}

export function readDraft(username: string, ticketId: number): Draft {
  try {
    const value = JSON.parse(localStorage.getItem(key(username, ticketId)) ?? 'null') as Partial<Draft> | null;
    return { ...EMPTY_DRAFT, ...value };
  } catch {
    return EMPTY_DRAFT;
  }
}

export function keepDraft(username: string, ticketId: number, draft: Draft): void {
  try {
    const empty = draft.text === '' && draft.reply === null && draft.files.length === 0 && draft.contents.length === 0;
    if (empty) localStorage.removeItem(key(username, ticketId));
    else localStorage.setItem(key(username, ticketId), JSON.stringify(draft));
  } catch {
    // The text is still in the field; only its copy is missing.
  }
}
