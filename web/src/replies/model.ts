import type { CannedReply } from '../api/types';

/** Everybody changes their own, admins the shared ones. */
export function mayChange(reply: Pick<CannedReply, 'shared'>, isAdmin: boolean): boolean {
  return !reply.shared || isAdmin;
}

/** The replies that hold every word that was typed, anywhere. */
export function matching(replies: readonly CannedReply[], search: string): CannedReply[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter((word) => word !== '');
  return replies.filter(({ title, shortcut, text }) => {
    const all = `${title}\n/${shortcut}\n${text}`.toLocaleLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/** A shortcut made of a title, as long as nobody typed one. */
export function shortcutOf(title: string): string {
  return title
    .toLocaleLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 32)
    .replace(/^-+|-+$/g, '');
}
