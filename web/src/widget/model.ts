import type { components } from '../api/openapi.gen';
import type { LanguageCode } from '../i18n/i18n';

type Schemas = components['schemas'];
/** A chat page's widget, as admins see it. */
export type LivechatWidget = Schemas['LivechatWidget'];
/** What an admin sets of a widget. */
export type WidgetDraft = Schemas['LivechatWidgetDraft'];
/** The words of a widget in one language; what is empty is the product's. */
export type WidgetTexts = Schemas['WidgetTexts'];

/** Limits of the API. */
export const TITLE_MAX = 60;
export const LAUNCHER_MAX = 40;
export const GREETING_MAX = 200;
export const SITES_MAX = 50;
export const PAGES_MAX = 20;
export const SECONDS_MIN = 3;
export const SECONDS_MAX = 3_600;

/** Seconds after which a new greeting shows. */
const SECONDS_FIRST = 15;

export const NO_TEXTS: WidgetTexts = { title: '', launcher: '', greeting: '' };

/** Of a widget, what is sent back when it is saved. */
export function draftOf({ enabled, sites, position, accent, texts, greeting, fresh_on_reload }: LivechatWidget): WidgetDraft {
  return { enabled, sites, position, accent, texts, greeting: greeting ?? null, fresh_on_reload };
}

/** A greeting as it begins. */
export function newGreeting(): NonNullable<WidgetDraft['greeting']> {
  return { after_seconds: SECONDS_FIRST, pages: [] };
}

/** Several sites pasted at once: lines, or words with commas or spaces between them. */
export function sitesIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((site) => site !== '');
}

/** Rows of sites in which nothing was typed, by the names of their fields. */
export function blankSites(sites: readonly string[], fault: string): Record<string, string> {
  return Object.fromEntries(sites.flatMap((site, at) => (site.trim() === '' ? [[`sites.${at}`, fault]] : [])));
}

const says = (texts: WidgetTexts | undefined) => texts !== undefined && Object.values(texts).some((text) => text.trim() !== '');

/** The words that a visitor reads in this language: its own, else the English ones. */
export function shownTexts({ texts }: Pick<WidgetDraft, 'texts'>, language: LanguageCode): WidgetTexts {
  return [texts[language], texts['en']].find(says) ?? NO_TEXTS;
}

/** Whether a greeting says something in any language. */
export function greets({ texts }: Pick<WidgetDraft, 'texts'>): boolean {
  return Object.values(texts).some(({ greeting }) => greeting.trim() !== '');
}

/** The language whose words were refused, as the API names fields: `texts.ms.title`. */
export function faultyLanguage(faults: Readonly<Record<string, string>>, languages: readonly LanguageCode[]): LanguageCode | undefined {
  return languages.find((language) => Object.keys(faults).some((field) => field.startsWith(`texts.${language}.`)));
}

/** What a site puts into its pages. */
export const scriptTag = (url: string) => `<script async src="${url}"></script>`;
