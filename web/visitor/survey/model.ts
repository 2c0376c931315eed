/** What a survey asks, and what is wrong with what was answered. */
export type Texts = Readonly<Record<string, string>>;

export interface Question {
  readonly id: string;
  readonly kind: 'rating' | 'choice' | 'text';
  readonly look: 'stars' | 'faces';
  readonly required: boolean;
  readonly texts: Texts;
  readonly choices: readonly { readonly id: string; readonly texts: Texts }[];
}

export interface Words {
  readonly title: string;
  readonly intro: string;
  readonly thanks: string;
}

export interface Survey {
  /** The language it was sent in. */
  readonly language: string;
  readonly words: Readonly<Record<string, Words>>;
  readonly questions: readonly Question[];
  /** What was answered before; empty at first. */
  readonly answers: Answers;
  readonly answered: boolean;
  readonly textMax: number;
}

/** By question: a rating as its digit, a choice as its id, or words. */
export type Answers = Readonly<Record<string, string>>;

export const RATINGS = [1, 2, 3, 4, 5] as const;

export type Wrong = 'missing' | 'tooLong' | 'nothing' | 'check';
export type Wrongs = Readonly<Record<string, Wrong>>;

/** The first of the reader's languages that the survey has, else the one it was sent in. */
export function languageOf(survey: Pick<Survey, 'language' | 'words'>, wanted: readonly string[]): string {
  const short = wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  return short.find((tag) => survey.words[tag] !== undefined) ?? survey.language;
}

export function wrongs(survey: Pick<Survey, 'questions' | 'textMax'>, answers: Answers): Wrongs {
  const found: Record<string, Wrong> = {};
  const given = (id: string) => (answers[id] ?? '').trim();
  for (const { id, kind, required } of survey.questions) {
    if (required && given(id) === '') found[id] = 'missing';
    else if (kind === 'text' && Array.from(given(id)).length > survey.textMax) found[id] = 'tooLong';
  }
  const first = survey.questions[0];
  const nothing = survey.questions.every(({ id }) => given(id) === '');
  if (nothing && Object.keys(found).length === 0 && first !== undefined) found[first.id] = 'nothing';
  return found;
}

/** The answers as the server takes them. */
export function bodyOf(questions: readonly Question[], answers: Answers): Record<string, string | number> {
  const filled = questions.filter(({ id }) => (answers[id] ?? '').trim() !== '');
  return Object.fromEntries(
    filled.map(({ id, kind }) => {
      const answer = (answers[id] ?? '').trim();
      return [id, kind === 'rating' ? Number(answer) : answer];
    }),
  );
}
