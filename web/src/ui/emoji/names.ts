import type { LanguageCode } from '../../i18n/i18n';
import { fold } from '../fold';

/** One emoji with the name and the words it is found by. */
export interface NamedEmoji {
  emoji: string;
  name: string;
  /** The name as it is compared. */
  folded: string;
  /** The same of its other words; those with a colon are short codes. */
  words: readonly string[];
}

type Row = string[];

// Tens of kilobytes each: only whoever looks for an emoji loads them, and in one language.
const FILES: Record<LanguageCode, () => Promise<{ default: Row[] }>> = {
  en: () => import('./data/names.en.json'),
  ms: () => import('./data/names.ms.json'),
  zh: () => import('./data/names.zh.json'),
};

const loaded = new Map<string, Promise<readonly NamedEmoji[]>>();

async function read(language: LanguageCode): Promise<readonly NamedEmoji[]> {
  const { default: rows } = await FILES[language]();
  return rows.map(([emoji = '', name = '', words = '']) => ({ emoji, name, folded: fold(name), words: fold(words).split(' ') }));
}

/** Every emoji, named in a language; in English where there is none of that. */
export function loadEmoji(language: string): Promise<readonly NamedEmoji[]> {
  const code: LanguageCode = language === 'ms' || language === 'zh' ? language : 'en';
  const known = loaded.get(code);
  if (known !== undefined) return known;
  const coming = read(code);
  loaded.set(code, coming);
  // What could not be had is asked for anew.
  coming.catch(() => loaded.delete(code));
  return coming;
}
