import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { beforeEach, expect, it } from 'vitest';
import { aMessage, SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { permissionsOf, sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { Below } from '../insight/Below';
import { useRecordingAnswers } from './store';
import { useTranslations } from './translations';

const file = { id: 31, url: '/api/attachments/31', mime: 'audio/ogg', filename: 'voice.ogg', size: 900 };
const message = aMessage({ id: 5, message: '', attachments: [file] });
const SAID = { language: 'ms', segments: [{ from_ms: 0, to_ms: 900, speaker: null, text: 'Selamat pagi.' }, { from_ms: 65_000, to_ms: 66_000, speaker: 'Kim', text: 'Where is it?' }] };
const HOW = { duration_ms: 75_400, speech_ms: 61_000, sentiment: -0.4, emotions: [{ name: 'joy', value: 0 }, { name: 'anger', value: 0.62 }], extras: [] };

beforeEach(() => {
  useRecordingAnswers.setState({ asked: {}, shown: {} });
  useTranslations.setState({ of: {} });
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true } });
});

it('offers nothing below what is no recording', () => {
  draw(<Below message={aMessage({ id: 6 })} />);
  expect(screen.queryByRole('group')).toBeNull();
});

it('asks once for the words and for how they were said, and keeps both', async () => {
  const { asked } = serve({ 'POST /api/attachments/31/transcript': { body: { data: SAID } }, 'POST /api/attachments/31/voice-analysis': { body: { data: HOW } } });
  const view = draw(<Below message={message} />);
  const questions = await screen.findByRole('group', { name: 'The recording voice.ogg' });
  expect(asked).toEqual([]);
  await userEvent.click(within(questions).getByRole('button', { name: 'Transcribe' }));
  const said = await screen.findByRole('list', { name: 'What was said' });
  expect(within(said).getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['0:00Selamat pagi.', '1:05Kim: Where is it?']);
  expect(said.lang).toBe('ms');
  await userEvent.click(within(questions).getByRole('button', { name: 'How it was said' }));
  const emotions = await screen.findByRole('list', { name: 'Emotions' });
  expect(within(emotions).getAllByRole('listitem').map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim())).toEqual(['Anger62 %']);
  expect(screen.getByText('1:01 of 1:15 is speech.')).toBeTruthy();
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
  // A conversation takes messages out of sight and back.
  view.unmount();
  draw(<Below message={message} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Transcribe' }));
  expect(screen.getByText('Selamat pagi.')).toBeTruthy();
  expect(asked).toHaveLength(2);
});

it('says when nothing was understood, and when no helper is there', async () => {
  serve({ 'POST /api/attachments/31/transcript': { body: { data: { language: null, segments: [] } } }, 'POST /api/attachments/31/voice-analysis': { status: 409, body: { error: { code: 'conflict', message: 'None.' } } } });
  draw(<Below message={message} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Transcribe' }));
  expect(await screen.findByText('Nothing was said that a helper understood.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'How it was said' }));
  expect((await screen.findByRole('alert')).textContent).toContain('such as the local one for voices');
});

it('asks both at once, and shows what was asked last', async () => {
  let answer = (_: { body: unknown }) => {};
  serve({ 'POST /api/attachments/31/transcript': () => new Promise((done) => (answer = done)), 'POST /api/attachments/31/voice-analysis': { body: { data: HOW } } });
  draw(<Below message={message} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Transcribe' }));
  expect((await screen.findAllByText(/A helper is listening/)).length).toBeGreaterThan(0);
  await userEvent.click(screen.getByRole('button', { name: 'How it was said' }));
  expect(await screen.findByRole('list', { name: 'Emotions' })).toBeTruthy();
  answer({ body: { data: SAID } });
  await userEvent.click(screen.getByRole('button', { name: 'Transcribe' }));
  expect(await screen.findByText('Selamat pagi.')).toBeTruthy();
});

it('is not for those whom the server lets ask nothing', async () => {
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: false, permissions: permissionsOf(['notes_only']) } });
  draw(<Below message={{ ...message, message: 'Hello', advocacy: { value: 'passive', scores: [], helper: 'x', ts: 1 } }} />);
  expect(await screen.findByRole('button', { name: 'What this tells' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Transcribe' })).toBeNull();
});

it('tries again what failed', async () => {
  let tries = 0;
  serve({
    'POST /api/attachments/31/transcript': () => {
      tries += 1;
      return tries === 1 ? { status: 503, body: {} } : { body: { data: SAID } };
    },
  });
  draw(<Below message={message} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Transcribe' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Selamat pagi.')).toBeTruthy();
});

it('shows the lines of a transcript in the language that somebody chooses', async () => {
  let works = false;
  const { asked } = serve({
    'POST /api/attachments/31/transcript': { body: { data: SAID } },
    'POST /api/translate2': ({ body }) =>
      works ? { body: { result: 'success', data: (body as { text: { id: number; message: string }[] }).text.map(({ id, message: said }) => ({ id, message: `[zh] ${said}` })) } } : { status: 409, body: { error: { code: 'conflict', message: 'None.' } } },
  });
  draw(<Below message={message} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Transcribe' }));
  const language = await screen.findByRole('combobox', { name: 'Language of the transcript' });
  await userEvent.selectOptions(language, 'zh');
  expect((await screen.findByRole('alert')).textContent).toContain('Connect one that translates.');
  works = true;
  await userEvent.selectOptions(language, 'en');
  await userEvent.selectOptions(language, 'zh');
  expect((await screen.findByText('[zh] Selamat pagi.')).lang).toBe('zh');
  expect(screen.getByText('[zh] Where is it?')).toBeTruthy();
  const text = [{ id: 0, message: 'Selamat pagi.' }, { id: 1, message: 'Where is it?' }];
  expect(asked.at(-1)).toEqual({ key: 'POST /api/translate2', body: { ticketId: message.ticket_id, text, target: 'zh', source: 'ms' } });
  await userEvent.selectOptions(language, '');
  expect(screen.queryByText('[zh] Selamat pagi.')).toBeNull();
});

it('translates no transcript for whom calls are hidden from', async () => {
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: false, permissions: permissionsOf(['hide_call']) } });
  serve({ 'POST /api/attachments/31/transcript': { body: { data: SAID } } });
  draw(<Below message={message} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Transcribe' }));
  expect(await screen.findByText('Selamat pagi.')).toBeTruthy();
  expect(screen.queryByRole('combobox')).toBeNull();
});
