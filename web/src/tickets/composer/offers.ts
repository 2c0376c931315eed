import type { OutContent } from '../../api/content';
import type { SendRules } from '../../api/types';

export type OutKind = OutContent['kind'];

/** Whether the channel takes such a thing as it is; otherwise the server puts it into words. */
export function isOffered(kind: OutKind, rules: SendRules): boolean {
  switch (kind) {
    case 'location':
      return rules.location;
    case 'contact':
      return rules.contact;
    case 'quick_replies':
      return rules.quick_replies_max > 0;
    case 'buttons':
      return rules.buttons_max > 0;
    case 'template':
      return rules.templates;
  }
}

/** Templates have words only at the provider, so they are never put into words. */
export function kindsFor(rules: SendRules): { offered: OutKind[]; asWords: OutKind[] } {
  const all: OutKind[] = ['quick_replies', 'buttons', 'location', 'contact', 'template'];
  const offered = all.filter((kind) => isOffered(kind, rules));
  const asWords = all.filter((kind) => kind !== 'template' && !isOffered(kind, rules));
  return { offered, asWords };
}

/** The most choices of one message; where they become a list in the text, ten are enough. */
export function choicesMax(kind: 'quick_replies' | 'buttons', rules: SendRules): number {
  const max = kind === 'quick_replies' ? rules.quick_replies_max : rules.buttons_max;
  return max > 0 ? Math.min(max, 20) : 10;
}

export function titleOf(content: OutContent): string {
  switch (content.kind) {
    case 'location':
      return content.name || `${content.latitude.toFixed(4)}, ${content.longitude.toFixed(4)}`;
    case 'contact':
    case 'template':
      return content.name;
    case 'quick_replies':
    case 'buttons':
      return content.items.map((item) => item.title).join(' · ');
  }
}

/** An id per choice that survives editing its title. */
export function choiceId(taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const id = `c${number}`;
    if (!taken.includes(id)) return id;
  }
}
