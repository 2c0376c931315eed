/** The knowledge base as the core describes it, under the short names of this room. Moments are milliseconds of the epoch. */
import type { components } from '../api/openapi.gen';

type Schemas = components['schemas'];

export type ArticleState = Schemas['KnowledgeState'];
export type Space = Schemas['SupportSpace'];

export type Category = Schemas['KnowledgeCategory'];
/** Names by language; those that are missing fall back to English. */
export type CategoryNames = Category['names'];

/** A user whom an article names. */
export type Writer = Schemas['KnowledgeUser'];
export type ArticleRow = Schemas['KnowledgeArticleRow'];
export type Article = Schemas['KnowledgeArticle'];
/** A translation in a list, without its text. */
export type TranslationSummary = Schemas['KnowledgeTranslationRow'];
export type Translation = Schemas['KnowledgeTranslation'];
/** What a reader wrote beside the answer whether it helped. */
export type ArticleComment = Schemas['KnowledgeComment'];
/** A search that found nothing, and how often. */
export type Gap = Schemas['KnowledgeGap'];

/** What a space has in a language, as readers get it. */
export type SupportHome = Schemas['SupportIndex'];
export type SupportArticle = Schemas['SupportArticle'];

/** What the list of articles is narrowed to; what is absent narrows nothing. */
export interface ArticleFilter {
  q?: string | undefined;
  language?: string | undefined;
  category_id?: number | undefined;
  state?: ArticleState | undefined;
  due?: boolean | undefined;
}
