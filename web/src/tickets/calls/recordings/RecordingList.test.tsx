import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { anAgent, SESSION_ANSWER } from '../../../../tests/builders';
import { drawRoutes } from '../../../../tests/draw';
import { withKeys } from '../../../../tests/keys';
import { serve } from '../../../../tests/server';
import { useAgents } from '../../../api/agents';
import { applyEvent } from '../../../realtime/apply';
import { sessionFrom } from '../../../session/model';
import { useSession } from '../../../session/store';
import { LIST_ACTIONS } from '../../actions/list';
import { loadTicketTexts } from '../../texts';
import { RecordingList } from './RecordingList';
import type { Recording } from './useRecordings';

await loadTicketTexts();

withKeys(...LIST_ACTIONS);

const aRecording = (over: Partial<Recording> = {}): Recording => ({
  id: 1,
  name: 'Aisyah',
  ts: Date.now() - 60_000,
  duration: 205,
  url: '/api/attachments/1',
  mime: 'audio/ogg',
  number: '0123456789',
  direction: 'inbound',
  ticket_number: 7,
  assignee: { id: 2, username: 'anna', name: 'Anna' },
  emotion: '',
  energy: null,
  pace: null,
  ...over,
});
const pageOf = (data: readonly Recording[], count = data.length, countMore = false) => ({ data, count, countMore });

let queries: Record<string, string>[] = [];

function open(path = '/recording', answer: (offset: number) => { status?: number; body: unknown } = () => ({ body: pageOf([aRecording()]) })) {
  queries = [];
  serve({
    'GET /api/proxy/recordings': ({ url }) => {
      queries.push(Object.fromEntries(url.searchParams));
      return answer(Number(url.searchParams.get('offset')));
    },
  });
  return drawRoutes([{ path: '*', element: <RecordingList /> }], path);
}

const rows = async () => within(await screen.findByRole('list', { name: 'Recordings' })).getAllByRole('listitem');
const play = (name: string) => screen.findByRole('button', { name: `Play the recording of ${name}` });
const players = () => [...document.querySelectorAll('audio')].map((audio) => audio.getAttribute('src'));

beforeEach(() => {
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
  useAgents.setState({ agents: [anAgent({ id: 2, username: 'anna', name: 'Anna' })], names: new Map([['anna', 'Anna']]) });
});

it('tells whose call it is of, and leads to its conversation and its file', async () => {
  const withheld = { id: 2, name: '', number: '', direction: 'outbound', assignee: null, duration: null, ticket_number: 8, url: '/api/attachments/2' } as const;
  open('/recording', () => ({ body: pageOf([aRecording(), aRecording(withheld)], 900, true) }));
  const [first, second] = (await rows()).map((row) => row.textContent);
  expect(first).toMatch(/Aisyah 0123456789 Inbound +Anna .+Length: 3:25/);
  expect(second).toMatch(/Withheld number +Outbound/);
  expect(second).not.toContain('Length');
  expect(screen.getByRole('heading', { name: 'Recordings 900+' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Conversation with Aisyah' }).getAttribute('href')).toBe('/call/7');
  const file = screen.getByRole('link', { name: 'Download the recording of Aisyah' });
  expect([file.getAttribute('href'), file.hasAttribute('download')]).toEqual(['/api/attachments/1', true]);
  expect(screen.getByRole('link', { name: 'Calls' }).getAttribute('href')).toBe('/call');
});

it('tells how the customer sounded, and nothing where nobody knows', async () => {
  open('/recording', () => ({ body: pageOf([aRecording({ emotion: 'angry', energy: 80, pace: 55 }), aRecording({ id: 2, name: 'Ben' })]) }));
  const [first, second] = await rows();
  await waitFor(() => expect(first?.textContent).toContain('Emotion: Angry Rather loud, normal pace'));
  expect(second?.textContent).not.toMatch(/Emotion|loud|pace/);
});

it('is filtered by emotions, and by nothing else that recordings do not ask for', async () => {
  const { router } = open('/recording?emotion=energetic&energy=75&pace=0&personality=open');
  await play('Aisyah');
  expect(queries).toEqual([{ offset: '0' }]);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Filter recordings' }));
  expect(dialog.queryByRole('switch')).toBeNull();
  expect(dialog.queryByLabelText('Personality')).toBeNull();
  const toggles = within(dialog.getByRole('group', { name: 'Emotion' })).getAllByRole('button');
  expect(toggles.map(({ textContent }) => textContent.trim())).toEqual(['Angry', 'Happy', 'Calm', 'Sad', 'Fearful', 'Disgust', 'Surprised']);
  await user.click(dialog.getByRole('button', { name: 'Sad' }));
  await user.click(dialog.getByRole('button', { name: 'Angry' }));
  await user.click(dialog.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(queries.at(-1)).toEqual({ offset: '0', emotionFilter: 'angry,sad' }));
  expect(new URLSearchParams(router.state.location.search).get('emotion')).toBe('angry,sad');
  expect(screen.getByRole('button', { name: 'Filter, 1 condition is set' })).toBeTruthy();
});

it('leads to where a recording is added, whoever may go there', async () => {
  const first = open('/mobile/recording');
  expect((await screen.findByRole('link', { name: 'Add' })).getAttribute('href')).toBe('/upload');
  first.view.unmount();
  for (const less of [{ plan: 0 }, { permission: ['read_only'] }]) {
    useSession.setState({ session: sessionFrom({ ...SESSION_ANSWER, ...less }) });
    const { view } = open();
    await play('Aisyah');
    expect(screen.queryByRole('link', { name: 'Add' })).toBeNull();
    view.unmount();
  }
});

it('plays one at a time, and loads none before', async () => {
  open('/recording', () => ({ body: pageOf([aRecording(), aRecording({ id: 2, name: 'Ben', url: '/api/attachments/2' })]) }));
  const user = userEvent.setup();
  await play('Ben');
  expect(players()).toEqual([]);
  await user.click(await play('Aisyah'));
  expect(screen.getByLabelText<HTMLAudioElement>('Recording of Aisyah').controls).toBe(true);
  await user.click(await play('Ben'));
  expect(players()).toEqual(['/api/attachments/2']);
  expect(screen.getByRole('button', { name: 'Stop the recording of Ben' }).getAttribute('aria-expanded')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Stop the recording of Ben' }));
  expect(players()).toEqual([]);
});

it('says what cannot be played', async () => {
  open();
  await userEvent.setup().click(await play('Aisyah'));
  fireEvent.error(screen.getByLabelText('Recording of Aisyah'));
  expect(screen.getByRole('alert').textContent).toContain('could not be played');
});

it('is played and moved along with the keys', async () => {
  open('/mobile/recording', () => ({ body: pageOf([aRecording(), aRecording({ id: 2, name: 'Ben', url: '/api/attachments/2' })]) }));
  const ben = await play('Ben');
  expect(screen.getByRole('link', { name: 'Calls' }).getAttribute('href')).toBe('/mobile/call');
  const user = userEvent.setup();
  await user.keyboard('j');
  await user.keyboard('j');
  expect(document.activeElement).toBe(ben);
  await user.keyboard('{Enter}');
  expect(players()).toEqual(['/api/attachments/2']);
});

it('is filtered by a dialog, in the address, by what recordings have', async () => {
  const { router } = open('/recording?startDate=2026-01-28&endDate=2026-02-03&outcome=missed&did=1');
  await play('Aisyah');
  expect(queries).toEqual([{ offset: '0', startDate: '2026-01-28', endDate: '2026-02-03' }]);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Filter, 1 condition is set' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Filter recordings' }));
  expect(dialog.queryByRole('combobox', { name: 'Outcome' })).toBeNull();
  expect(dialog.queryByLabelText('Number that was called')).toBeNull();
  await user.type(dialog.getByLabelText("Customer's number"), '012-34');
  await user.click(dialog.getByRole('combobox', { name: 'Direction' }));
  await user.click(await screen.findByRole('option', { name: 'Outbound', hidden: true }));
  await user.click(dialog.getByRole('combobox', { name: 'Assigned to' }));
  await user.click(await screen.findByRole('option', { name: 'Anna', hidden: true }));
  await user.click(dialog.getByRole('button', { name: 'Apply' }));
  const days = { startDate: '2026-01-28', endDate: '2026-02-03' };
  await waitFor(() => expect(queries.at(-1)).toEqual({ offset: '0', type: 'outbound', number: '01234', assignee: 'anna', ...days }));
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toMatchObject({ direction: 'outbound', number: '01234', assignee: 'anna', ...days });
});

it('loads a page more, and reads what is loaded anew when a call is recorded, with what plays left alone', async () => {
  const all = Array.from({ length: 30 }, (_, at) => aRecording({ id: at + 1, name: `Caller ${at + 1}` }));
  open('/recording', (offset) => ({ body: pageOf(offset === 0 ? all : [aRecording({ id: 30 }), aRecording({ id: 31, name: 'Last' })], 31) }));
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Show More...' }));
  await user.click(await play('Last'));
  const audio = screen.getByLabelText('Recording of Last');
  expect(await rows()).toHaveLength(31);
  act(() => applyEvent('callChanged', { call_id: 1, ticket_id: 3 }));
  await waitFor(() => expect(queries.map(({ offset }) => offset)).toEqual(['0', '30', '0', '30']), { timeout: 5_000 });
  expect(screen.getByLabelText('Recording of Last')).toBe(audio);
});

it('says where recordings come from while there are none, and that a filter hides them', async () => {
  const first = open('/recording?outcome=missed', () => ({ body: pageOf([]) }));
  expect(await screen.findByRole('heading', { name: 'No recordings yet' })).toBeTruthy();
  first.view.unmount();
  const { router } = open('/recording?direction=outbound', () => ({ body: pageOf([]) }));
  expect(await screen.findByRole('heading', { name: 'No recordings match the filter' })).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

it('says what failed and tries again, and that it is not allowed', async () => {
  let broken = true;
  const first = open('/recording', () => (broken ? { status: 500, body: { error: { code: 'internal', message: 'Broken.' } } } : { body: pageOf([aRecording()]) }));
  expect(await screen.findByRole('heading', { name: 'The recordings could not be loaded' })).toBeTruthy();
  broken = false;
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(await play('Aisyah')).toBeTruthy();
  first.view.unmount();
  open('/recording', () => ({ status: 403, body: { error: { code: 'forbidden', message: 'No.' } } }));
  expect(await screen.findByRole('heading', { name: 'You do not have the permission to see recordings of calls' })).toBeTruthy();
});
