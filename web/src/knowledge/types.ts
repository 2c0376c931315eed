/**
 * Wire types of the knowledge API. They stand here by hand; where the core's description has them, this file
 * re-exports the generated ones, and nothing else of the room changes. Moments are milliseconds of the epoch.
 */
import { api as calls } from '../api/client';
import type { LanguageCode } from '../i18n/i18n';
import { onEvent } from '../realtime/apply';
import type { EventName } from '../realtime/envelope';

export type ArticleState = 'draft' | 'published' | 'archived';
export type Space = 'kb' | 'manual';

/** Names by language; those that are missing fall back to English. */
export type CategoryNames = Partial<Record<LanguageCode, string>>;

export interface Category {
  id: number;
  names: CategoryNames;
  position: number;
  /** How many articles it has. */
  articles: number;
}

export interface Writer {
  user_id: number;
  username: string;
  name: string;
}

export interface TranslationSummary {
  language: LanguageCode;
  title: string;
  state: ArticleState;
  /** Number of the newest revision, counted from 1. */
  revision: number;
  /** The revision that readers see; null where they see none. */
  published_revision: number | null;
  /** The source was saved again since this language followed it. */
  source_changed: boolean;
}

export interface ArticleRow {
  id: number;
  category_id: number | null;
  owner: Writer | null;
  /** The review date. */
  verified_until: number | null;
  updated_at: number;
  translations: TranslationSummary[];
}

export interface ArticleRows {
  items: ArticleRow[];
  next: string | null;
}

export interface Translation extends TranslationSummary {
  /** Markdown. */
  body: string;
  /** The body as the core renders and cleans it. */
  html: string;
  published_at: number | null;
  updated_at: number;
  updated_by: Writer | null;
  /** The source's revision that it follows; null of the source itself. */
  source_revision: number | null;
}

/** What a reader wrote beside the answer whether it helped. */
export interface ArticleComment {
  language: LanguageCode;
  helpful: boolean;
  comment: string;
  at: number;
}

export interface Article {
  id: number;
  category_id: number | null;
  source_language: LanguageCode;
  owner: Writer | null;
  verified_until: number | null;
  created_at: number;
  updated_at: number;
  helpful: number;
  unhelpful: number;
  /** The newest ones. */
  comments: ArticleComment[];
  translations: Translation[];
}

export interface Revision {
  revision: number;
  title: string;
  at: number;
  by: Writer | null;
}

export interface RevisionText extends Revision {
  body: string;
}

/** A published article that a search of the workspace found. */
export interface SearchHit {
  article_id: number;
  language: LanguageCode;
  title: string;
  excerpt: string;
  path: string;
  /** Begin and length of what was found in the excerpt. */
  marks: [number, number][];
}

/** A search that found nothing, and how often. */
export interface Gap {
  words: string;
  language: LanguageCode;
  count: number;
  last_at: number;
}

export interface SupportLink {
  id: number;
  title: string;
  path: string;
}

export interface SupportHit extends SupportLink {
  language: LanguageCode;
  excerpt: string;
  /** Begin and length of what was found in the excerpt. */
  marks: [number, number][];
}

export interface SupportHome {
  space: Space;
  language: LanguageCode;
  /** Name of the client that publishes it. */
  client: string;
  languages: LanguageCode[];
  /** One with the id null has the articles without a category. */
  categories: { id: number | null; name: string; articles: SupportLink[] }[];
  /** Only of a search. */
  results: SupportHit[] | null;
}

export interface SupportArticle {
  id: number;
  title: string;
  html: string;
  language: LanguageCode;
  languages: LanguageCode[];
  category: { id: number; name: string } | null;
  /** When it was published; null in the manual. */
  updated_at: number | null;
  path: string;
  client: string;
  headings: { id: string; text: string }[];
}

export interface ArticleFilter {
  q?: string | undefined;
  language?: string | undefined;
  category_id?: number | undefined;
  state?: string | undefined;
  due?: boolean | undefined;
}

interface Route<Answer, Options extends object = object> {
  answer: Answer;
  options: Options;
}
interface ById {
  path: { id: number };
}
interface ByLanguage {
  path: { id: number; language: LanguageCode };
}
interface ByRevision {
  path: { id: number; language: LanguageCode; revision: number };
}
/** Whose pages are meant; without it those of whoever is signed in, else those of the client that was made first. */
interface OfClient {
  client?: string | undefined;
}
interface InSupport {
  path: { space: Space; language: LanguageCode };
  query: { q?: string | undefined } & OfClient;
}

interface Routes {
  get: {
    '/api/knowledge/categories': Route<Category[]>;
    '/api/knowledge/articles': Route<ArticleRows, { query: ArticleFilter & { after?: string | undefined; limit: number } }>;
    '/api/knowledge/articles/{id}': Route<Article, ById>;
    '/api/knowledge/articles/{id}/translations/{language}/revisions': Route<Revision[], ByLanguage>;
    '/api/knowledge/articles/{id}/translations/{language}/revisions/{revision}': Route<RevisionText, ByRevision>;
    '/api/knowledge/search': Route<SearchHit[], { query: { q: string; language: string; limit: number } }>;
    '/api/knowledge/gaps': Route<Gap[]>;
    '/api/support/{space}/{language}': Route<SupportHome, InSupport>;
    '/api/support/{space}/{language}/{id}': Route<SupportArticle, { path: { space: Space; language: LanguageCode; id: number }; query: OfClient }>;
  };
  post: {
    '/api/knowledge/categories': Route<Category, { json: { names: CategoryNames } }>;
    '/api/knowledge/articles': Route<Article, { json: { category_id: number | null; language: LanguageCode; title: string; body: string } }>;
    '/api/knowledge/articles/{id}/translations/{language}/publish': Route<Article, ByLanguage>;
    '/api/knowledge/articles/{id}/translations/{language}/archive': Route<Article, ByLanguage>;
    '/api/knowledge/preview': Route<{ html: string }, { json: { body: string } }>;
    '/api/support/kb/{language}/{id}/feedback': Route<unknown, { path: { language: LanguageCode; id: number }; query: OfClient; json: { helpful: boolean; comment: string } }>;
  };
  put: {
    '/api/knowledge/categories/{id}': Route<Category, ById & { json: { names: CategoryNames } }>;
    '/api/knowledge/categories/order': Route<unknown, { json: { ids: readonly number[] } }>;
    '/api/knowledge/articles/{id}': Route<Article, ById & { json: { category_id: number | null; verified_until: number | null } }>;
    '/api/knowledge/articles/{id}/translations/{language}': Route<Article, ByLanguage & { json: { title: string; body: string; revision: number; source_revision?: number | undefined } }>;
  };
  delete: {
    '/api/knowledge/categories/{id}': Route<unknown, ById>;
    '/api/knowledge/articles/{id}': Route<unknown, ById>;
    '/api/knowledge/gaps': Route<unknown, { json: { words: string; language: LanguageCode } }>;
  };
}

type Call<R> = <P extends keyof R>(
  path: P,
  options: (R[P] extends Route<unknown, infer O> ? O : never) & { signal?: AbortSignal },
) => Promise<R[P] extends Route<infer A> ? A : never>;

/** The calls of this room; one 401 more or less is handled as everywhere. */
export const api = calls as unknown as { [M in keyof Routes]: Call<Routes[M]> };

/** Categories or articles of the client changed; the answer takes the handler back. */
export function onKnowledgeChanged(handler: () => void): () => void {
  return onEvent('knowledgeChanged' as EventName, handler);
}
