import type { CannedReply } from '../../api/types';

/** What stands between a slash at the beginning of a word and the caret. */
export interface Slash {
  /** Where the slash is. */
  start: number;
  query: string;
}

const SLASH = /(?:^|\s)\/([\p{L}\p{N}_-]*)$/u;
const OFFERED_MAX = 8;

export function slashAt(text: string, caret: number): Slash | null {
  const found = SLASH.exec(text.slice(0, caret));
  const query = found?.[1];
  return query === undefined ? null : { start: caret - query.length - 1, query };
}

/** Replies for what was typed: those whose shortcut begins so, then those whose title holds it. */
export function offered(replies: readonly CannedReply[], query: string): CannedReply[] {
  const wanted = query.toLocaleLowerCase();
  const begins = replies.filter((reply) => reply.shortcut.startsWith(wanted));
  const holds = replies.filter((reply) => !begins.includes(reply) && reply.title.toLocaleLowerCase().includes(wanted));
  return [...begins, ...holds].slice(0, OFFERED_MAX);
}
