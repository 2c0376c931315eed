import { fields } from '../transport/wire';
import { bodyOf, type Answers, type Question, type Survey, type Texts, type Words } from './model';

export type Loaded = { readonly kind: 'open'; readonly survey: Survey } | { readonly kind: 'over' | 'unknown' | 'failed' };

export type Sent =
  | { readonly kind: 'sent' }
  | { readonly kind: 'wrong'; readonly fields: readonly string[] }
  | { readonly kind: 'tooOften'; readonly seconds: number }
  | { readonly kind: 'over' | 'unknown' | 'offline' | 'failed' };

const path = (token: string) => `/api/survey/${encodeURIComponent(token)}`;

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function texts(value: unknown): Texts {
  return Object.fromEntries(Object.entries(fields(value)).map(([language, words]) => [language, text(words)]));
}

function words(value: unknown): Words {
  const read = fields(value);
  return { title: text(read['title']), intro: text(read['intro']), thanks: text(read['thanks']) };
}

function question(value: unknown): Question {
  const read = fields(value);
  const kind = text(read['kind']);
  return {
    id: text(read['id']),
    kind: kind === 'choice' || kind === 'text' ? kind : 'rating',
    look: read['look'] === 'faces' ? 'faces' : 'stars',
    required: read['required'] === true,
    texts: texts(read['texts']),
    choices: list(read['choices']).map((choice) => ({ id: text(fields(choice)['id']), texts: texts(fields(choice)['texts']) })),
  };
}

export function readSurvey(answer: unknown): Survey {
  const body = fields(answer);
  const answers = Object.entries(fields(body['answers'])).map(([id, given]) => [id, typeof given === 'number' ? String(given) : text(given)]);
  return {
    language: text(body['language']),
    words: Object.fromEntries(Object.entries(fields(body['words'])).map(([language, its]) => [language, words(its)])),
    questions: list(body['questions']).map(question),
    answers: Object.fromEntries(answers) as Answers,
    answered: body['answered'] === true,
    textMax: typeof body['text_max'] === 'number' ? body['text_max'] : 2000,
  };
}

export async function loadSurvey(token: string): Promise<Loaded> {
  try {
    const answer = await fetch(path(token));
    if (answer.status === 404) return { kind: 'unknown' };
    if (answer.status === 403) return { kind: 'over' };
    if (!answer.ok) return { kind: 'failed' };
    return { kind: 'open', survey: readSurvey(await answer.json()) };
  } catch {
    return { kind: 'failed' };
  }
}

export async function sendAnswers(token: string, questions: readonly Question[], answers: Answers): Promise<Sent> {
  try {
    const answer = await fetch(path(token), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ answers: bodyOf(questions, answers) }),
    });
    const wait = Number(answer.headers.get('retry-after') ?? '60');
    return readSent(answer.status, await answer.json().catch(() => null), wait);
  } catch {
    return { kind: 'offline' };
  }
}

export function readSent(status: number, answer: unknown, wait: number): Sent {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  switch (status) {
    case 403:
      return { kind: 'over' };
    case 404:
      return { kind: 'unknown' };
    case 429:
      return { kind: 'tooOften', seconds: Number.isFinite(wait) ? wait : 60 };
    case 400:
    case 422:
      return { kind: 'wrong', fields: Object.keys(fields(fields(fields(answer)['error'])['fields'])) };
    default:
      return { kind: 'failed' };
  }
}
