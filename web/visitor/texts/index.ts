import { en, type Texts } from './en';
import { ms } from './ms';
import { zh } from './zh';

export type { Texts } from './en';

export interface Language {
  readonly tag: string;
  readonly texts: Texts;
}

const LANGUAGES: readonly Language[] = [
  { tag: 'en', texts: en },
  { tag: 'ms', texts: ms },
  { tag: 'zh', texts: zh },
];

/** The first of the browser's languages that the page speaks. */
export function chooseLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const base = tag.toLowerCase().split('-')[0];
    const found = LANGUAGES.find((language) => language.tag === base);
    if (found) return found;
  }
  return { tag: 'en', texts: en };
}

/** A site's page says in the frame's address which language it is in; its visitor has chosen to read that. */
const asked = location.pathname.startsWith('/widget/') ? [location.hash.slice(1)] : [];

export const language = chooseLanguage([...asked, ...navigator.languages]);

/** The visitor's own kind of that language, for dates and times: where one says 2:30 PM, another says 14:30. */
export const locale = navigator.languages.find((tag) => tag.toLowerCase().startsWith(`${language.tag}-`)) ?? language.tag;

export const t = language.texts;

/** Puts values into a text: `fill(t.place, { number: 2 })`. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
