import type { OutContent } from '../../api/content';
import type { Attachment, ReplyQuote } from '../../api/types';
import { isBareHead, NO_HEAD, type MailHead } from './head';

export interface Draft {
  text: string;
  /** The same with its formatting, as the editor keeps it; null where there is none. */
  html: string | null;
  reply: ReplyQuote | null;
  /** The ticket in whose conversation it goes out, where others were merged in; null for the ticket's own. */
  via: number | null;
  files: Attachment[];
  contents: OutContent[];
  /** Who else gets it, and its title. */
  head: MailHead;
  /** Whether it ends with the signature, once somebody said. */
  sign: boolean | null;
}

export const EMPTY_DRAFT: Draft = { text: '', html: null, reply: null, via: null, files: [], contents: [], head: NO_HEAD, sign: null };

function isDraft(kept: unknown): kept is Partial<Draft> {
  return typeof kept === 'object' && kept !== null;
}

/** What a page has kept: the server holds it for us and looks at none of it. */
export function draftFrom(kept: unknown): Draft {
  return isDraft(kept) ? { ...EMPTY_DRAFT, ...kept } : EMPTY_DRAFT;
}

/** Nothing is in it that somebody would miss; to whom it goes was chosen as well. */
export function isEmpty(draft: Draft): boolean {
  return draft.via === null && isBare(draft);
}

function isBare({ text, reply, files, contents, head }: Draft): boolean {
  return text === '' && reply === null && files.length === 0 && contents.length === 0 && isBareHead(head);
}

/** One per person and ticket: two people on one machine do not see each other's. */
function key(username: string, ticketId: number): string {
  return `patchbay.draft.${username}.${ticketId}`;
}

export function readDraft(username: string, ticketId: number): Draft {
  try {
    return draftFrom(JSON.parse(localStorage.getItem(key(username, ticketId)) ?? 'null'));
  } catch {
    return EMPTY_DRAFT;
  }
}

export function keepDraft(username: string, ticketId: number, draft: Draft): void {
  try {
    if (isEmpty(draft)) localStorage.removeItem(key(username, ticketId));
    else localStorage.setItem(key(username, ticketId), JSON.stringify(draft));
  } catch {
    // The text is still in the field; only its copy is missing.
  }
}

function union(first: readonly string[], second: readonly string[]): string[] {
  return [...new Set([...first, ...second])];
}

type DraftWords = Pick<Draft, 'text' | 'html'>;

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '\n': '</p><p>' };

const htmlOf = ({ text, html }: DraftWords): string => html ?? `<p>${text.replace(/[&<\n]/g, (sign) => SIGNS[sign] ?? sign)}</p>`;

function joinedWords(now: DraftWords, back: DraftWords): DraftWords {
  const only = back.text.trim() === '' ? now : now.text.trim() === '' ? back : null;
  if (only !== null) return { text: only.text, html: only.html };
  return { text: `${back.text}\n${now.text}`, html: now.html === null && back.html === null ? null : htmlOf(back) + htmlOf(now) };
}

/** What comes back stands before what was begun meanwhile; where there can be only one, the newer stays. */
export function joined(now: Draft, back: Draft): Draft {
  return {
    ...joinedWords(now, back),
    reply: now.reply ?? back.reply,
    // Words that are there already stay with whom they are for.
    via: isBare(now) ? back.via : now.via,
    files: [...back.files, ...now.files.filter((file) => back.files.every((other) => other.id !== file.id))],
    contents: [...back.contents.filter((one) => now.contents.every((other) => other.kind !== one.kind)), ...now.contents],
    head: {
      to: union(back.head.to, now.head.to),
      cc: union(back.head.cc, now.head.cc),
      subject: now.head.subject === '' ? back.head.subject : now.head.subject,
      ...(now.head.edited || back.head.edited ? { edited: true } : {}),
    },
    sign: now.sign ?? back.sign,
  };
}

function restOf({ text, html }: DraftWords, sent: DraftWords): DraftWords {
  const formatted = html === null ? null : htmlOf(sent);
  const whole = sent.text !== '' && text.startsWith(sent.text) && (html === null || html.startsWith(formatted ?? ''));
  if (!whole) return { text, html };
  const rest = text.slice(sent.text.length).replace(/^\n/, '');
  return { text: rest, html: html === null || rest === '' ? null : html.slice(formatted?.length) };
}

/** Takes out again what came back; what somebody changed in it since stays. */
export function without(now: Draft, sent: Draft): Draft {
  const others = (mine: readonly string[], theirs: readonly string[]) => mine.filter((one) => !theirs.includes(one));
  return {
    ...restOf(now, sent),
    reply: now.reply?.id === sent.reply?.id ? null : now.reply,
    // Only a person changes to whom the next words go.
    via: now.via,
    files: now.files.filter((file) => sent.files.every((other) => other.id !== file.id)),
    contents: now.contents.filter((one) => sent.contents.every((other) => JSON.stringify(other) !== JSON.stringify(one))),
    head: {
      to: others(now.head.to, sent.head.to),
      cc: others(now.head.cc, sent.head.cc),
      subject: now.head.subject === sent.head.subject ? '' : now.head.subject,
      // The next answer starts with a head of its own.
      ...(now.head.edited && !sent.head.edited ? { edited: true } : {}),
    },
    sign: now.sign === sent.sign ? null : now.sign,
  };
}

/** What goes at once: a provider takes a template alone, so everything else waits in the field. */
export function sendable(draft: Draft): Draft {
  const template = draft.contents.find((content) => content.kind === 'template');
  return template === undefined ? draft : { ...draft, text: '', html: null, files: [], contents: [template], sign: null };
}
