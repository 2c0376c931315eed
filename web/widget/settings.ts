/** The widget's settings, which the server writes into the loader, and the language its texts are in. */

import { LANGUAGES, TEXTS, type LanguageTag, type LoaderTexts } from './texts';

export interface WidgetTexts {
  /** Words on the launcher; without them it is a round button. */
  readonly launcher: string;
  readonly title: string;
  readonly greeting: string;
}

export interface WidgetSettings {
  readonly key: string;
  /** The desk's origin, which the frame comes from. */
  readonly origin: string;
  /** The edge of the window, whatever the direction of the page's script. */
  readonly position: 'left' | 'right';
  readonly accent: string;
  readonly texts: Readonly<Partial<Record<LanguageTag, WidgetTexts>>>;
  /** `pages` are the beginnings of paths; none stands for every page. */
  readonly greeting: { readonly after_seconds: number; readonly pages: readonly string[] } | null;
  /** A reload of the page begins anew. */
  readonly fresh: boolean;
}

export interface ChosenTexts extends WidgetTexts {
  readonly language: LanguageTag;
  readonly own: LoaderTexts;
}

const NONE: WidgetTexts = { launcher: '', title: '', greeting: '' };

/** The page's own language comes first: the visitor has chosen to read it. */
export function chooseTexts({ texts }: WidgetSettings, page: string, browser: readonly string[]): ChosenTexts {
  const bases = [page, ...browser].map((tag) => tag.toLowerCase().split('-')[0]);
  const language = bases.map((base) => LANGUAGES.find((known) => known === base)).find((found) => found !== undefined) ?? 'en';
  return { ...NONE, ...(texts[language] ?? texts.en), language, own: TEXTS[language] };
}
