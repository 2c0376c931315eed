/** Decisions of the knowledge base: names, marks of translations, filters in the address, what an insertion holds. */
import { apiHost } from '../api/host';
import { LANGUAGES, type LanguageCode } from '../i18n/i18n';
import type { ArticleFilter, ArticleRow, Category, CategoryNames, Space, TranslationSummary } from './types';

/** As the server takes them. */
export const TITLE_MAX = 150;
export const BODY_MAX = 100_000;
export const NAME_MAX = 80;
export const COMMENT_MAX = 1_000;
/** Articles of one load. */
export const PAGE = 50;

export const SPACES: readonly Space[] = ['kb', 'manual'];
export const STATES = ['draft', 'published', 'archived'] as const;
export const CODES: readonly LanguageCode[] = LANGUAGES.map(({ code }) => code);

/** The language that a code begins with: `ms-MY` is Malay. English where there is none of the kind. */
export function languageOf(code: string): LanguageCode {
  return CODES.find((one) => code.toLowerCase().startsWith(one)) ?? 'en';
}

export const isLanguage = (code: string | undefined): code is LanguageCode => CODES.some((one) => one === code);
export const isSpace = (name: string | undefined): name is Space => SPACES.some((one) => one === name);

export const nameOfLanguage = (code: string): string => LANGUAGES.find((one) => one.code === code)?.name ?? code;

/** What a category is called in a language, else in English, else as it can be called at all. */
export function categoryName({ names }: { names: CategoryNames }, language: string): string {
  return names[languageOf(language)] || names['en'] || Object.values(names).find((name) => name !== '') || '';
}

/** Categories for a list of choices; empty is the choice of none. */
export function categoryChoices(categories: readonly Category[], language: string, none: string): { value: string; label: string }[] {
  return [{ value: '', label: none }, ...categories.map((one) => ({ value: String(one.id), label: categoryName(one, language) }))];
}

/** What an article is called in a language, else in another of its own. */
export function titleOf({ translations }: Pick<ArticleRow, 'translations'>, language: string): string {
  const wanted = languageOf(language);
  return (translations.find((one) => one.language === wanted && one.title !== '') ?? translations[0])?.title ?? '';
}

/** The newest revision of an article in a language. */
export const revisionIn = ({ translations }: Pick<ArticleRow, 'translations'>, language: string): number | undefined =>
  translations.find((one) => one.language === language)?.revision;

/** How a translation stands: `changed` is published, with a newer draft that readers do not see yet. */
export type Standing = 'draft' | 'published' | 'changed' | 'archived';

export function standingOf({ state, revision, published_revision }: Pick<TranslationSummary, 'state' | 'revision' | 'published_revision'>): Standing {
  if (state === 'archived') return 'archived';
  if (published_revision === null) return 'draft';
  return revision > published_revision ? 'changed' : 'published';
}

/** Whether readers see some revision of it. */
export function isLive(translation: Pick<TranslationSummary, 'state' | 'published_revision'>): boolean {
  return translation.state !== 'archived' && translation.published_revision !== null;
}

export const isDue = (verifiedUntil: number | null, now: number): boolean => verifiedUntil !== null && verifiedUntil <= now;

/** The filters as the address of the list has them. */
export function filterFrom(search: URLSearchParams): ArticleFilter {
  const category = Number(search.get('category') ?? '');
  const language = search.get('language') ?? undefined;
  const state = STATES.find((one) => one === search.get('state'));
  return {
    ...(search.get('q') ? { q: search.get('q') ?? '' } : {}),
    ...(isLanguage(language) ? { language } : {}),
    ...(category > 0 ? { category_id: category } : {}),
    ...(state === undefined ? {} : { state }),
    ...(search.get('due') === '1' ? { due: true } : {}),
  };
}

export const isNarrowed = (filter: ArticleFilter): boolean => Object.keys(filter).length > 0;

/** The address of the list with one filter changed; an empty value takes it out. */
export function withFilter(search: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(search);
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next;
}

export const ROOM = '/kb';
export const articlePath = (id: number, language?: string): string => `${ROOM}/${id}${language === undefined ? '' : `?language=${language}`}`;
export const supportPath = (space: Space, language: string): string => `/support/${space}/${language}`;

/** Where everybody reads what is published: the address that the desk's operator set, else where this page has its answers from. */
export const publicAddress = (baseUrl: string): string => baseUrl || apiHost() || window.location.origin;

/** The client whose pages are meant, where an address names one, handed on to another address. */
export const withClient = (path: string, client: string | null): string => (client === null ? path : `${path}?client=${encodeURIComponent(client)}`);

/** Ids of headings begin so; addresses say the rest of them. */
const HEADING = 'h-';
export const headingIn = (question: string): string => (question.startsWith(HEADING) ? question : HEADING + question);
export const questionOf = (heading: string): string => (heading.startsWith(HEADING) ? heading.slice(HEADING.length) : heading);

/** What is put into an answer as a link: readable where the channel shows plain text. */
export const linkText = (title: string, address: string): string => `${title}\n${address}`;

/** The title of a new article about words that somebody looked for in vain. */
export const titleFrom = (words: string): string => `${words.slice(0, 1).toLocaleUpperCase()}${words.slice(1)}`;
