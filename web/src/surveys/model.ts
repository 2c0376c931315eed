import type { components } from '../api/openapi.gen';

type Schemas = components['schemas'];
export type Survey = Schemas['Survey'];
export type Question = Schemas['SurveyQuestion'];
export type Words = Schemas['SurveyWords'];
export type Invitation = Schemas['SurveyInvitation'];
export type Csat = Schemas['Csat'];

/** The languages a survey may be written in. */
export const LANGUAGES = ['en', 'ms', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

export const NAMES: Readonly<Record<Language, string>> = { en: 'English', ms: 'Bahasa Melayu', zh: '中文' };

/** What a survey is while it is written. */
export interface Draft {
  name: string;
  active: boolean;
  automatic: boolean;
  delay_minutes: number;
  expires_days: number;
  again_days: number;
  channels: string[];
  departments: number[];
  words: Record<string, Words>;
  questions: Question[];
}

export const QUESTIONS_MAX = 20;
export const CHOICES_MAX = 20;

const EMPTY_WORDS: Words = { title: '', intro: '', invite: '', thanks: '' };

export function question(kind: Question['kind'], texts: Record<string, string> = {}): Question {
  const choices = kind === 'choice' ? [{ id: '', texts: {} }, { id: '', texts: {} }] : [];
  return { id: '', kind, look: 'stars', required: kind === 'rating', texts, choices };
}

/** The languages of a survey, in their order. */
export function languagesOf(draft: Pick<Draft, 'words'>): Language[] {
  return LANGUAGES.filter((language) => draft.words[language] !== undefined);
}

/** The same survey in these languages; what was written in one that is left out goes. */
export function inLanguages(draft: Pick<Draft, 'words'>, languages: readonly string[]): Record<string, Words> {
  const kept = LANGUAGES.filter((language) => languages.includes(language));
  return Object.fromEntries(kept.map((language) => [language, draft.words[language] ?? EMPTY_WORDS]));
}

/** The language whose words are wrong first, as the server names fields: `words.en.title`, `questions.0.texts.en`. */
export function faultyLanguage(faults: Readonly<Record<string, string>>): Language | null {
  for (const field of Object.keys(faults)) {
    const parts = field.split('.');
    const found = LANGUAGES.find((language) => parts.includes(language));
    if (found !== undefined) return found;
  }
  return null;
}

export function moved<Item>(items: readonly Item[], at: number, by: number): Item[] {
  const next = [...items];
  const [item] = next.splice(at, 1);
  if (item !== undefined) next.splice(at + by, 0, item);
  return next;
}

/** Which answers are looked for; days as the browser's date fields write them. */
export interface Wanted {
  survey: string;
  rating: string;
  from: string;
  until: string;
}

export const EVERYTHING: Wanted = { survey: '', rating: '', from: '', until: '' };

export interface AnswersQuery extends Record<string, string | number | null> {
  survey: string | null;
  rating: string | null;
  startDate: number | null;
  endDate: number | null;
}

/** The query of a call; `startOf` says when a day begins, and the last day counts to its end. */
export function queryOf(wanted: Wanted, startOf: (day: string, later?: number) => number | null): AnswersQuery {
  const seconds = (ms: number | null) => (ms === null ? null : Math.floor(ms / 1000));
  return {
    survey: wanted.survey === '' ? null : wanted.survey,
    rating: wanted.rating === '' ? null : wanted.rating,
    startDate: seconds(startOf(wanted.from)),
    endDate: seconds(startOf(wanted.until, 1)),
  };
}

/** Where the same answers are taken away as a table. */
export function exportAddress(query: AnswersQuery): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null) search.set(name, String(value));
  }
  const text = search.toString();
  return `/api/survey-answers/export${text === '' ? '' : `?${text}`}`;
}
