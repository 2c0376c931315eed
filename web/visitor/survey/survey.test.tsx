/** @jsxImportSource preact */
import { options, render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readRoute } from '../route';
import { settled } from '../transport/fakeSocket';
import { readSent, readSurvey } from './api';
import { keep, readKept } from './kept';
import { bodyOf, languageOf, wrongs } from './model';
import { SurveyForm } from './SurveyForm';
import { SurveyPage } from './SurveyPage';
import { TEXTS } from './texts';

const ANSWER = {
  result: 'success',
  language: 'ms',
  words: { en: { title: 'How was it?', intro: '', thanks: 'See you.' }, ms: { title: 'Bagaimana?', intro: '', thanks: '' } },
  questions: [
    { id: 'q1', kind: 'rating', look: 'stars', required: true, texts: { en: 'Overall?', ms: 'Keseluruhan?' }, choices: [] },
    { id: 'q2', kind: 'choice', look: 'stars', required: false, texts: { en: 'Solved?', ms: 'Selesai?' }, choices: [{ id: 'c1', texts: { en: 'Yes', ms: 'Ya' } }] },
    { id: 'q3', kind: 'text', look: 'stars', required: false, texts: { en: 'Why?', ms: 'Kenapa?' }, choices: [] },
  ],
  answers: null,
  answered: false,
  text_max: 10,
};

const survey = readSurvey(ANSWER);
/** What the server answers by method; an error is a line that broke. */
let answers: Record<string, { status: number; body: unknown } | Error>;
let sent: unknown[];
let root: HTMLElement;

beforeEach(() => {
  sessionStorage.clear();
  sent = [];
  root = document.createElement('div');
  document.body.append(root);
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    if (!path.startsWith('/api/survey/')) return Promise.reject(new Error('away'));
    const method = init?.method ?? 'GET';
    if (method === 'POST') sent.push(JSON.parse(init?.body as string));
    const answer = answers[method];
    if (answer === undefined || answer instanceof Error) return Promise.reject(answer ?? new Error('away'));
    return Promise.resolve(new Response(JSON.stringify(answer.body), { status: answer.status }));
  });
});
afterEach(() => {
  render(null, root);
  root.remove();
  vi.unstubAllGlobals();
});

/** Until the page shows these words. */
const shows = (words: string) => vi.waitFor(() => expect(root.textContent).toContain(words), { timeout: 20_000 });

async function open(words: string): Promise<void> {
  await act(async () => {
    render(<SurveyPage token="abc" />, root);
    await settled();
  });
  await shows(words);
}
async function press(words: string): Promise<void> {
  await act(async () => {
    root.querySelector('form')?.requestSubmit();
    await settled();
  });
  await shows(words);
}
const pick = (name: string, value: string) => act(() => root.querySelector<HTMLInputElement>(`[name="${name}"][value="${value}"]`)?.click());

describe('a survey', () => {
  it('is found by its address', () => {
    expect(readRoute('/survey/a%2Fb')).toEqual({ page: 'survey', token: 'a/b' });
    expect(readRoute('/survey/')).toEqual({ page: 'unknown' });
  });

  it('speaks the language of the browser where it has that', () => {
    expect(languageOf(survey, ['fr-FR', 'en-GB'])).toBe('en');
    expect(languageOf(survey, ['zh-CN'])).toBe('ms');
  });

  it('says what is missing, and sends what was answered only', () => {
    expect(wrongs(survey, {})).toEqual({ q1: 'missing' });
    expect(wrongs(survey, { q1: '5', q3: 'x'.repeat(11) })).toEqual({ q3: 'tooLong' });
    const free = { ...survey, questions: survey.questions.map((one) => ({ ...one, required: false })) };
    expect(wrongs(free, { q3: ' ' })).toEqual({ q1: 'nothing' });
    expect(bodyOf(survey.questions, { q1: '4', q2: '', q3: ' Hi ', q9: 'x' })).toEqual({ q1: 4, q3: 'Hi' });
  });

  it('understands every answer', () => {
    expect(readSent(200, { result: 'success' }, 0)).toEqual({ kind: 'sent' });
    expect(readSent(422, { error: { fields: { q1: 'No.' } } }, 0)).toEqual({ kind: 'wrong', fields: ['q1'] });
    expect(readSent(429, null, 90)).toEqual({ kind: 'tooOften', seconds: 90 });
    expect([403, 404, 500].map((status) => readSent(status, null, 0).kind)).toEqual(['over', 'unknown', 'failed']);
  });

  it('speaks three languages with the same places to fill', () => {
    const places = (texts: object) => Object.entries(texts).map(([key, text]) => [key, String(text).match(/\{\w+\}/g)?.sort().join() ?? '']);
    expect(places(TEXTS['ms'] ?? {})).toEqual(places(TEXTS['en'] ?? {}));
    expect(places(TEXTS['zh'] ?? {})).toEqual(places(TEXTS['en'] ?? {}));
  });
});

describe('the page', () => {
  it('leads to what is missing, keeps what was answered, and thanks', async () => {
    answers = { GET: { status: 200, body: ANSWER }, POST: new Error('away') };
    await open('How was it?');
    await press('Please answer this.');
    await vi.waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('q1'), { timeout: 20_000 });
    await pick('q1', '4');
    await pick('q2', 'c1');
    expect(root.textContent).not.toContain('Please answer this.');
    await press('still here');
    expect(readKept('abc')).toEqual({ q1: '4', q2: 'c1' });
    answers['POST'] = { status: 200, body: { result: 'success' } };
    await press('See you.');
    expect(sent.at(-1)).toEqual({ answers: { q1: 4, q2: 'c1' } });
    expect(readKept('abc')).toBeNull();
    await act(() => root.querySelector('button')?.click());
    expect(root.querySelector<HTMLInputElement>('[name=q1][value="4"]')?.checked).toBe(true);
  });

  it('leads to what is missing also where somebody is faster than the first effects', async () => {
    // A busy browser paints late: effects wait for that, a press does not.
    const waiting: (() => void)[] = [];
    options.requestAnimationFrame = (run) => void waiting.push(run);
    const nothing = () => undefined;
    render(<SurveyForm token="abc" survey={survey} language="en" onSent={nothing} onShut={nothing} />, root);
    root.querySelector('form')?.requestSubmit();
    await shows('Please answer this.');
    for (const run of waiting.splice(0)) run();
    Reflect.deleteProperty(options, 'requestAnimationFrame');
    expect(document.activeElement?.getAttribute('name')).toBe('q1');
  });

  it('shows again what a reload took, and thanks who has answered already', async () => {
    keep('abc', { q1: '2' });
    answers = { GET: { status: 200, body: ANSWER } };
    await open('How was it?');
    expect(root.querySelector<HTMLInputElement>('[name=q1][value="2"]')?.checked).toBe(true);
    render(null, root);
    answers = { GET: { status: 200, body: { ...ANSWER, answered: true, answers: { q1: 3 } } } };
    await open('Change my answers');
  });

  it('says that it is over, unknown or away', async () => {
    for (const [answer, text] of [
      [{ status: 403, body: null }, 'This survey is over'],
      [{ status: 404, body: null }, 'This survey does not exist'],
      [new Error('away'), 'The survey could not be loaded'],
    ] as const) {
      answers = { GET: answer };
      await open(text);
      render(null, root);
    }
    answers = { GET: new Error('away') };
    await open('Try again');
    answers = { GET: { status: 200, body: ANSWER }, POST: { status: 403, body: null } };
    await act(async () => {
      root.querySelector('button')?.click();
      await settled();
    });
    await shows('How was it?');
    await pick('q1', '1');
    await press('This survey is over');
  });
});
