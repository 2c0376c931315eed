import { fold } from '../fold';
import type { NamedEmoji } from './names';

/** What is offered where somebody has not used any yet. */
const USUAL: readonly string[] = ['👍', '🙏', '😀', '😂', '🎉', '❤️', '👀', '✅', '🙂', '😢', '🔥', '👏'];

/** How well a query fits, the lower the better; null where it does not. */
function fit({ folded, words }: NamedEmoji, query: string): number | null {
  const spaced = query.replaceAll('_', ' ');
  if (folded === spaced || words.includes(`:${query}`)) return 0;
  if (folded.startsWith(spaced) || words.includes(query)) return 1;
  if (words.some((word) => word.startsWith(query) || word.startsWith(`:${query}`)) || folded.includes(` ${spaced}`)) return 2;
  return folded.includes(spaced) ? 3 : null;
}

/** The emoji for what was typed, those used last before others that fit as well; with nothing typed, those and the usual ones. */
export function findEmoji(all: readonly NamedEmoji[], typed: string, recent: readonly string[], max: number): NamedEmoji[] {
  const query = fold(typed);
  if (query === '') {
    const wanted = [...new Set([...recent, ...USUAL])];
    return wanted.flatMap((emoji) => all.find((one) => one.emoji === emoji) ?? []).slice(0, max);
  }
  const found = all.flatMap((one, at) => {
    const rank = fit(one, query);
    const used = recent.indexOf(one.emoji);
    return rank === null ? [] : [{ one, used: used === -1 ? recent.length : used, rank, at }];
  });
  found.sort((a, b) => a.used - b.used || a.rank - b.rank || a.at - b.at);
  return found.slice(0, max).map(({ one }) => one);
}
