import { keep } from '../../api/keep';

const KEY = 'patchbay.emoji.recent';
const KEPT = 16;

/** What this browser's person put in last, the newest first. */
export function recentEmoji(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

export function rememberEmoji(emoji: string): void {
  keep(KEY, JSON.stringify([emoji, ...recentEmoji().filter((other) => other !== emoji)].slice(0, KEPT)));
}
