import type { Mention } from '../../api/types';

export type NotePart = { kind: 'text'; text: string } | { kind: 'mention'; text: string; mention: Mention };

/** What is written behind the @. */
export function mentionName(mention: Mention): string {
  return mention.name || (mention.kind === 'user' ? mention.username : '');
}

export function isSameMention(a: Mention, b: Mention): boolean {
  if (a.kind === 'user') return b.kind === 'user' && a.username === b.username;
  return b.kind === 'department' && a.id === b.id;
}

/** Cuts a note where it names somebody; of two names of which one begins the other, the longer one is meant. */
export function mentionParts(text: string, mentions: readonly Mention[]): NotePart[] {
  const names = new Map<string, Mention>();
  for (const mention of mentions) {
    if (mention.kind === 'user') names.set(mention.username, mention);
    names.set(mentionName(mention), mention);
  }
  names.delete('');
  if (names.size === 0) return [{ kind: 'text', text }];
  const longest = [...names.keys()].sort((a, b) => b.length - a.length).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  // What is an address of mail names nobody, nor does what goes on as a longer word.
  const pattern = new RegExp(`(?<![\\w.])@(${longest.join('|')})(?![\\p{Script=Latin}\\p{N}_])`, 'gu');
  const parts: NotePart[] = [];
  let at = 0;
  for (const found of text.matchAll(pattern)) {
    const mention = names.get(found[1] ?? '');
    if (mention === undefined) continue;
    if (found.index > at) parts.push({ kind: 'text', text: text.slice(at, found.index) });
    parts.push({ kind: 'mention', text: found[0], mention });
    at = found.index + found[0].length;
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) });
  return parts;
}

/** Those whose names still stand in the text; of two people of one name and one place left, the one taken last. */
export function stillMentioned(text: string, mentions: readonly Mention[]): Mention[] {
  const left = new Map<string, number>();
  for (const part of mentionParts(text, mentions)) {
    if (part.kind === 'mention') left.set(part.text, (left.get(part.text) ?? 0) + 1);
  }
  return mentions
    .toReversed()
    .filter((mention) => {
      const name = `@${mentionName(mention)}`;
      const places = left.get(name) ?? 0;
      left.set(name, places - 1);
      return places > 0;
    })
    .toReversed();
}
