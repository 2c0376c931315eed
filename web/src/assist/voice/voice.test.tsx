import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { beforeEach, expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { anUploadedVoice } from '../../../tests/voice';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { UploadRoom } from './UploadRoom';

/** Stands in for the browser's request, whose progress fetch cannot tell. */
class UploadRequest {
  static sent: UploadRequest[] = [];
  upload: { onprogress: ((event: object) => void) | null } = { onprogress: null };
  onload: (() => void) | null = null;
  onabort: (() => void) | null = null;
  status = 0;
  responseText = '';
  address = '';
  isAborted = false;
  body: FormData | null = null;
  open(method: string, address: string) {
    this.address = `${method} ${address}`;
  }
  setRequestHeader() {
    return undefined;
  }
  send(body: FormData) {
    this.body = body;
    UploadRequest.sent.push(this);
  }
  abort() {
    this.isAborted = true;
    this.onabort?.();
  }
  progress(loaded: number) {
    act(() => this.upload.onprogress?.({ lengthComputable: true, loaded, total: 100 }));
  }
  answer(status: number, body: object) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    act(() => this.onload?.());
  }
}

beforeEach(() => {
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: false } });
  UploadRequest.sent = [];
  vi.stubGlobal('XMLHttpRequest', UploadRequest);
});

const sound = (name = 'call.wav') => new File(['RIFF'], name, { type: 'audio/wav' });
const text = () => new File(['hello'], 'notes.txt', { type: 'text/plain' });
const fault = (code: string, message: string) => ({ error: { code, message } });

function input(): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>('input[type=file]');
  if (found === null) throw new Error('no field for a file');
  return found;
}

const choose = (...files: File[]) => userEvent.setup({ applyAccept: false }).upload(input(), files);

async function sent(at = 0): Promise<UploadRequest> {
  await waitFor(() => expect(UploadRequest.sent.length).toBeGreaterThan(at));
  const request = UploadRequest.sent[at];
  if (request === undefined) throw new Error('nothing was sent');
  return request;
}

const violations = async () => {
  const found = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } });
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
};

it('asks for sound alone, says whose voice it may be, and that the result is a guess', async () => {
  draw(<UploadRoom />);
  expect(screen.getByRole('heading', { level: 1, name: 'Upload' })).toBeTruthy();
  expect([input().accept, input().multiple]).toEqual(['audio/*', true]);
  expect(screen.getByText(/Only the customer's voice may be analysed.*a guess/)).toBeTruthy();
  expect(screen.getByText('No recording was chosen yet')).toBeTruthy();
  expect(await violations()).toEqual([]);
});

it('refuses what is no sound in words, chosen or dropped, and sends nothing', async () => {
  draw(<UploadRoom />);
  await choose(text(), sound());
  expect((await screen.findByRole('alert')).textContent).toContain('notes.txt is no recording.');
  await choose(sound());
  await sent();
  const dataTransfer = { files: [text()], items: [{ kind: 'file', type: 'text/plain', getAsFile: text }], types: ['Files'] };
  fireEvent.drop(input().parentElement ?? document.body, { dataTransfer });
  expect((await screen.findByRole('alert')).textContent).toContain('notes.txt is no recording.');
  expect([UploadRequest.sent.length, UploadRequest.sent[0]?.isAborted]).toEqual([1, true]);
});

it('sends the first of several, tells how far it is, and is cancelled', async () => {
  draw(<UploadRoom />);
  await choose(sound('first.wav'), sound('second.wav'));
  const request = await sent();
  const files = request.body?.getAll('attachment') as File[];
  expect([request.address, files.map(({ name }) => name)]).toEqual(['POST /api/upload/voice', ['first.wav']]);
  request.progress(40);
  expect(screen.getByRole('progressbar', { name: 'Upload of first.wav' }).getAttribute('aria-valuenow')).toBe('40');
  expect(screen.getByRole('status').textContent).toBe('first.wav Uploading');
  request.progress(100);
  expect(screen.getByRole('status').textContent).toBe('first.wav A helper is listening');
  expect(await violations()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(request.isAborted).toBe(true);
  expect(screen.getByText('No recording was chosen yet')).toBeTruthy();
});

it('shows figures, both charts and the whole result', async () => {
  draw(<UploadRoom />);
  await choose(sound());
  const voice = anUploadedVoice();
  (await sent()).answer(200, voice);
  const result = within(await screen.findByRole('region', { name: 'What call.wav tells' }));
  expect(result.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['Angry 75 %', '182 syllables a minute', '0:08.0', '0:06.5']);
  const loud = result.getByRole('img', { name: 'Loudness' });
  expect([...loud.querySelectorAll('[data-tick]')].map((tick) => [tick.textContent, (tick as HTMLElement).style.insetBlockEnd])).toEqual([
    ['-50 %', '0%'], ['0 %', '20%'], ['50 %', '40%'], ['100 %', '60%'], ['150 %', '80%'], ['200 %', '100%'],
  ]);
  const bars = [...loud.querySelectorAll('rect')].map((bar) => [bar.getAttribute('data-value'), bar.getAttribute('y'), bar.getAttribute('height')].map(Number));
  expect(bars.map((bar) => bar.map(Math.round))).toEqual([[-50, 200, 50], [0, 200, 0], [260, 0, 200], [100, 100, 100]]);
  expect(document.getElementById(loud.getAttribute('aria-describedby') ?? '')?.textContent).toContain('4 parts, from -50 % to 260 % of the mean. The loudest begins at 0:04.0.');
  const pie = result.getByRole('img', { name: 'Emotions' });
  const slices = [...pie.querySelectorAll('path')];
  expect(slices.map((slice) => [slice.dataset['emotion'], slice.style.getPropertyValue('--emotion-light'), slice.style.getPropertyValue('--emotion-dark')])).toEqual([
    ['angry', '#942300', '#e76343'],
    ['calm', '#107c73', '#56bfb3'],
  ]);
  const table = result.getByRole('table', { name: 'Emotions in percent' });
  expect(within(table).getAllByRole('row').map(({ textContent }) => textContent)).toEqual(['EmotionPercent', 'Angry75 %', 'Calm25 %']);
  expect(JSON.parse(result.getByRole('group', { name: 'Whole result' }).textContent)).toEqual(voice);
  expect(await violations()).toEqual([]);
  await userEvent.click(result.getByRole('button', { name: 'Show table' }));
  const numbers = result.getByRole('table', { name: 'Loudness of each part' });
  expect(within(numbers).getAllByRole('row').map(({ textContent }) => textContent).slice(1)).toEqual(['0:00.0-50 %', '0:02.00 %', '0:04.0260 %', '0:06.0100 %']);
  expect(await violations()).toEqual([]);
});

it('copies the whole result', async () => {
  const user = userEvent.setup();
  draw(<UploadRoom />);
  await choose(sound());
  const voice = anUploadedVoice();
  (await sent()).answer(200, voice);
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(await screen.findByRole('button', { name: 'Copy' }));
  expect(JSON.parse(write.mock.calls[0]?.[0] ?? '')).toEqual(voice);
});

it('says what a helper did not tell', async () => {
  draw(<UploadRoom />);
  await choose(sound());
  (await sent()).answer(200, anUploadedVoice({ percentage: {}, emotion: '', amplitude: [], tempo: null }));
  expect(await screen.findByText('The helper did not tell any emotion.')).toBeTruthy();
  expect(screen.getByText('The helper did not tell how loud the parts are.')).toBeTruthy();
  expect(screen.getAllByText('Not told')).toHaveLength(2);
});

it.each([
  [false, 'Ask an admin to connect one.'],
  [true, 'Connect a plugin that analyses voices. Plugins'],
])('without a helper it says whom to ask, to an admin (%s) with the way there', async (isAdmin, words) => {
  useSession.setState({ session: { ...sessionFrom(SESSION_ANSWER), isAdmin } });
  draw(<UploadRoom />);
  await choose(sound());
  (await sent()).answer(409, fault('conflict', 'No plugin does this.'));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(words);
  expect(within(alert).queryByRole('link', { name: 'Plugins' })?.getAttribute('href')).toBe(isAdmin ? '/plugins' : undefined);
});

it.each([
  [413, fault('too_large', 'Too large.'), 'call.wav is larger than this desk takes.'],
  [422, { error: { code: 'invalid', message: 'No.', fields: { attachment: 'Only recordings can be analysed.' } } }, 'Only recordings can be analysed.'],
])('says why %i is no way on', async (status, body, words) => {
  draw(<UploadRoom />);
  await choose(sound());
  (await sent()).answer(status, body);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(words);
  expect(within(alert).queryByRole('button')).toBeNull();
  expect(await violations()).toEqual([]);
});

it('tries again where a helper could not answer, with the same recording', async () => {
  draw(<UploadRoom />);
  await choose(sound());
  (await sent()).answer(503, fault('unavailable', 'The helper rests.'));
  expect((await screen.findByRole('alert')).textContent).toContain('The helper rests.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  const second = await sent(1);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
  second.answer(200, anUploadedVoice());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'What call.wav tells' })));
});
