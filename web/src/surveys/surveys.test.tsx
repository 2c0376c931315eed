import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { SESSION_ANSWER } from '../../tests/builders';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { useDepartments } from '../api/departments';
import { usePlugins } from '../api/plugins';
import { applyEvent } from '../realtime/apply';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { dropDrafts } from '../ui/useDraft';
import { exportAddress, faultyLanguage, inLanguages, languagesOf, moved, queryOf, question, type Invitation, type Survey } from './model';
import { SurveysSection } from './SurveysSection';

const words = (title: string) => ({ title, intro: '', invite: 'Please say:', thanks: '' });

const aSurvey = (over: Partial<Survey> = {}): Survey => ({
  id: 1,
  name: 'After closing',
  active: true,
  automatic: true,
  delay_minutes: 0,
  expires_days: 14,
  again_days: 7,
  channels: [],
  departments: [],
  words: { en: words('How was it?') },
  questions: [{ ...question('rating', { en: 'Overall?' }), id: 'q1' }],
  created_by: 'admin',
  created_at: 0,
  updated_at: 0,
  sent: 4,
  answered: 3,
  ...over,
});

const anAnswer = (over: Partial<Invitation> = {}): Invitation => ({
  id: 9,
  survey_id: 1,
  survey: 'After closing',
  ticket_id: 1_000_000_001,
  ticket_number: 12,
  customer: 'Mei',
  channel: 'TELEGRAM',
  state: 'sent',
  reason: '',
  detail: '',
  created_at: 0,
  sent_at: 1,
  expires_at: 2,
  rating: 4,
  comment: 'Quick',
  answered_at: 3,
  changed_at: 3,
  answers: [{ question: 'Overall?', kind: 'rating', look: 'stars', answer: '4' }, { question: 'Why?', kind: 'text', look: 'stars', answer: 'Quick' }],
  ...over,
});

const CSAT = { result: 'success', data: [1, 2, 3, 4, 5].map((rating) => ({ rating, count: rating === 4 ? 3 : 0 })), average: 4 };

beforeEach(() => {
  dropDrafts();
  useDepartments.setState({ phase: 'ready', departments: [] });
  usePlugins.setState({ plugins: [], channels: new Map(), loaded: true });
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true } });
});

it('keeps languages in their order and drops what is left out', () => {
  expect(Object.keys(inLanguages({ words: {} }, ['zh', 'en']))).toEqual(['en', 'zh']);
  expect(inLanguages({ words: { en: words('x'), ms: words('y') } }, ['ms'])).toEqual({ ms: words('y') });
  expect(languagesOf({ words: { zh: words(''), en: words('') } })).toEqual(['en', 'zh']);
  expect(faultyLanguage({ name: 'x', 'questions.0.texts.ms': 'y' })).toBe('ms');
  expect(faultyLanguage({ name: 'x' })).toBeNull();
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
});

it('asks for days in seconds, and for the table of the same answers', () => {
  const query = queryOf({ survey: '1', rating: '', from: '2026-01-01', until: '2026-01-02' }, (day, later = 0) => Date.parse(day) + later * 86_400_000);
  expect(query).toEqual({ survey: '1', rating: null, startDate: 1_767_225_600, endDate: 1_767_398_400 });
  expect(exportAddress(query)).toBe('/api/survey-answers/export?survey=1&startDate=1767225600&endDate=1767398400');
});

it('is for admins', async () => {
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: false } });
  draw(<SurveysSection />);
  expect(await screen.findByText('Only admins keep surveys')).toBeTruthy();
});

it('says that there is none, makes one of what most desks ask, and leads to what is refused', async () => {
  const refused = { error: { code: 'invalid', message: 'No.', fields: { 'words.ms.title': 'A heading has 1 to 120 characters.' } } };
  const { asked } = serve({ 'GET /api/surveys': { body: [] }, 'POST /api/surveys': { status: 422, body: refused } });
  draw(<SurveysSection />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'New survey' }));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Message with the link').value).toContain('{{contact.name}}');
  await user.click(screen.getByRole('checkbox', { name: 'Bahasa Melayu' }));
  await user.click(screen.getByRole('button', { name: 'Add a question' }));
  await user.selectOptions(screen.getByLabelText('Kind of Question 3'), 'choice');
  await user.type(screen.getByLabelText('Answer 1 of Question 3'), 'Yes');
  await user.click(screen.getByRole('button', { name: 'Move Question 3 up' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('A heading has 1 to 120 characters.')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Bahasa Melayu' }).checked).toBe(true);
  const sent = asked.find((call) => call.key.startsWith('POST'))?.body as Survey;
  expect(sent.questions.map(({ kind }) => kind)).toEqual(['rating', 'choice', 'text']);
  expect(sent.questions[1]?.choices[0]?.texts).toEqual({ en: 'Yes' });
  expect(Object.keys(sent.words)).toEqual(['en', 'ms']);
});

it('lists, changes and deletes', async () => {
  const { asked } = serve({
    'GET /api/surveys': { body: [aSurvey(), aSurvey({ id: 2, name: 'By hand', automatic: false, active: false })] },
    'PATCH /api/surveys/1': { body: aSurvey() },
    'DELETE /api/surveys/2': { body: { result: 'success' } },
  });
  draw(<SurveysSection />);
  const user = userEvent.setup();
  expect(await screen.findByText('Sent after closing · 1 question · 3 of 4 answered')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^After closing/ }));
  await user.clear(screen.getByLabelText('Name'));
  await user.type(screen.getByLabelText('Name'), 'Closing');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked.find((call) => call.key.startsWith('PATCH'))?.body).toMatchObject({ name: 'Closing', questions: [{ id: 'q1' }] }));
  expect(await screen.findByRole('button', { name: 'Delete By hand' })).toBeTruthy();
});

it('counts what was answered, lists it, and takes what is answered now', async () => {
  const { asked } = serve({
    'GET /api/surveys': { body: [aSurvey()] },
    'GET /api/report/csat': { body: CSAT },
    'GET /api/survey-answers': { body: { data: [anAnswer()], more: false } },
  });
  draw(<SurveysSection />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('tab', { name: 'Answers' }));
  expect(await screen.findByText('4.00')).toBeTruthy();
  const list = await screen.findByRole('list', { name: 'Answers' });
  expect(within(list).getByRole('link', { name: '#12' }).getAttribute('href')).toBe('/ticket/12');
  expect(within(list).getByText('4 of 5')).toBeTruthy();
  const times = () => asked.filter((call) => call.key === 'GET /api/survey-answers').length;
  const before = times();
  applyEvent('surveyChanged', { ticket_id: 1, survey: anAnswer() });
  await waitFor(() => expect(times()).toBe(before + 1));
});

it('says when something could not be loaded', async () => {
  serve({ 'GET /api/surveys': { status: 500, body: { error: { code: 'internal', message: 'Broken.' } } } });
  draw(<SurveysSection />);
  expect(await screen.findByText('The surveys could not be loaded')).toBeTruthy();
});
