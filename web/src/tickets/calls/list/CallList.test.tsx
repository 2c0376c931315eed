import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
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
import { CallList } from './CallList';
import type { Call } from './filter';

await loadTicketTexts();

withKeys(...LIST_ACTIONS);

const aCall = (over: Partial<Call> = {}): Call => ({
  id: 1,
  ticket_id: 3,
  ticket_number: 7,
  contact_id: 4,
  name: 'Aisyah',
  number: '0123456789',
  direction: 'inbound',
  did: '0312345678',
  extension: '101',
  assignee: { id: 2, username: 'anna', name: 'Anna' },
  outcome: 'answered',
  ts: Date.now() - 60_000,
  answered_at: 1,
  ended_at: 2,
  talk_ms: 205_000,
  recorded: false,
  keypress: '',
  emotion: '',
  emotions: {},
  energy: null,
  pace: null,
  personality: '',
  ...over,
});

let queries: Record<string, string>[] = [];
let lines: { status?: number; body: unknown } = { body: {} };

function open(path = '/call', answer: (offset: number) => { status?: number; body: unknown } = () => ({ body: pageOf([aCall()]) }), selected?: string) {
  queries = [];
  const answered = (offset: number) => ({ url }: { url: URL }) => {
    queries.push({ offset: String(offset), ...Object.fromEntries(url.searchParams) });
    return answer(offset);
  };
  serve({ 'GET /api/ticket/load/-/all/call2/0': answered(0), 'GET /api/ticket/load/-/all/call2/30': answered(30), 'GET /api/proxy/imc_user': () => lines });
  return drawRoutes([{ path: '*', element: <CallList selected={selected} /> }], path);
}

const pageOf = (data: readonly Call[], count = data.length, countMore = false) => ({ data, count, countMore, status: 200 });
const row = (name: RegExp) => screen.findByRole('link', { name });

beforeEach(() => {
  vi.useRealTimers();
  lines = { body: { '0312345678': 'Hotline', '0398765432': 'Sales' } };
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
  useAgents.setState({ agents: [anAgent({ id: 2, username: 'anna', name: 'Anna' })], names: new Map([['anna', 'Anna']]) });
});

it('tells of each call which way it went, and what came of it, in words', async () => {
  const calls = [
    aCall({ id: 1, recorded: true, keypress: '11' }),
    aCall({ id: 2, name: '', assignee: null, outcome: 'missed', talk_ms: null, ticket_number: 8 }),
    aCall({ id: 3, direction: 'outbound', outcome: 'missed', talk_ms: null, name: 'Ben', ticket_number: 9 }),
    aCall({ id: 4, outcome: 'ongoing', talk_ms: null, name: 'Cora', number: '', did: '', ticket_number: 10 }),
  ];
  open('/call?direction=inbound', () => ({ body: pageOf(calls, 900, true) }), '8');
  const names = [
    /^Inbound call, answered Aisyah .+ 0123456789 to 0312345678 Length of talk: 3:25 Assigned to Anna Pressed by the caller ?English TV Recorded$/,
    /^Inbound call, missed 0123456789 .+ to 0312345678 Missed$/,
    /^Outbound call, not answered Ben .+ from 0312345678 Not answered Assigned to Anna$/,
    /^Inbound call, ongoing Cora .+ Withheld number Ongoing/,
  ];
  for (const name of names) expect(await row(name)).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Calls 900+' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Recordings' }).getAttribute('href')).toBe('/recording');
  const links = within(screen.getByRole('list', { name: 'Calls' })).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([7, 8, 9, 10].map((number) => `/call/${number}?direction=inbound`));
  expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([null, 'page', null, null]);
});

it('has a sign of its own for each way and outcome', async () => {
  const ways = (['inbound', 'outbound'] as const).flatMap((direction) => (['ongoing', 'answered', 'missed'] as const).map((outcome) => ({ direction, outcome })));
  open('/call', () => ({ body: pageOf(ways.map((way, at) => aCall({ id: at, ...way }))) }));
  await row(/^Outbound call, not answered/);
  const signs = screen.getAllByRole('img', { name: /bound call, / }).map((sign) => sign.innerHTML);
  expect(signs).toHaveLength(6);
  expect(new Set(signs).size).toBe(6);
});

it('stays in the frame of a phone', async () => {
  open('/mobile/call');
  expect((await row(/Aisyah/)).getAttribute('href')).toBe('/mobile/call/7');
});

it('is filtered by a dialog, in the address', async () => {
  const { router } = open('/call?outcome=missed');
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Filter, 1 condition is set' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Filter calls' }));
  await user.type(dialog.getByLabelText("Customer's number"), '012-34');
  await user.type(dialog.getByLabelText('Number that was called'), '0312345678');
  await user.click(dialog.getByRole('combobox', { name: 'Direction' }));
  await user.click(await screen.findByRole('option', { name: 'Inbound', hidden: true }));
  await user.click(dialog.getByRole('combobox', { name: 'Assigned to' }));
  await user.click(await screen.findByRole('option', { name: 'Nobody', hidden: true }));
  await user.click(dialog.getByRole('button', { name: 'Apply' }));
  const filter = { outcome: 'missed', direction: 'inbound', number: '01234', assignee: '-', did: '0312345678' };
  await waitFor(() => expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual(filter));
  await waitFor(() => expect(queries.at(-1)).toEqual({ offset: '0', ...filter }));
});

it('offers the numbers of the desk with their channels, and takes any other', async () => {
  const { router } = open();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Filter calls' }));
  const field = dialog.getByRole<HTMLInputElement>('combobox', { name: 'Number that was called' });
  await user.click(field);
  const offered = () => within(screen.getByRole('listbox', { name: 'Number that was called' })).getAllByRole('option').map(({ textContent }) => textContent);
  await waitFor(() => expect(offered()).toEqual(['0312345678 – Hotline', '0398765432 – Sales']));
  await user.type(field, 'sal');
  await waitFor(() => expect(offered()).toEqual(['0398765432 – Sales']));
  await user.keyboard('{ArrowDown}{Enter}');
  expect([field.value, router.state.location.search]).toEqual(['0398765432', '']);
  await user.type(field, '1');
  await user.click(dialog.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(queries.at(-1)).toEqual({ offset: '0', did: '03987654321' }));
});

it('says that the numbers of the desk could not be read, and takes what is typed', async () => {
  lines = { status: 500, body: { error: { code: 'internal', message: 'Broken.' } } };
  open();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Filter calls' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('failed to get imc information');
  await user.type(dialog.getByRole('combobox', { name: 'Number that was called' }), '03');
  await user.click(dialog.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(queries.at(-1)).toEqual({ offset: '0', did: '03' }));
});

it('tells how the customer sounded, and nothing where nobody knows', async () => {
  const calls = [
    aCall({ emotion: 'angry', emotions: { angry: 61.6, sad: 8 }, energy: 90, pace: 100 }),
    aCall({ id: 2, name: 'Ben', emotion: 'calm', energy: 10 }),
    aCall({ id: 3, name: 'Cora', pace: 30, personality: 'Driver' }),
    aCall({ id: 4, name: 'Dan' }),
  ];
  open('/call', () => ({ body: pageOf(calls) }));
  expect((await row(/Aisyah .+ Emotions: Angry 62 %, Sad 8 % Loud, fast$/)).querySelector('[title="Energy: 90 of 100 · Pace: 100 of 100"]')).toBeTruthy();
  for (const name of [/Ben .+ Emotion: Calm Soft$/, /Cora .+ Assigned to Anna Rather slow Driver$/, /Dan .+ Assigned to Anna$/]) expect(await row(name)).toBeTruthy();
});

it('is filtered by how the customer sounded, with sliders that start in the middle', async () => {
  const { router } = open('/call?emotion=sad');
  const user = userEvent.setup();
  const dialogOf = async (button: string) => {
    await user.click(screen.getByRole('button', { name: button }));
    return within(await screen.findByRole('dialog', { name: 'Filter calls' }));
  };
  const dialog = await dialogOf('Filter, 1 condition is set');
  const toggles = within(dialog.getByRole('group', { name: 'Emotion' })).getAllByRole('button');
  expect(toggles.map(({ textContent }) => textContent.trim())).toEqual(['Angry', 'Happy', 'Calm', 'Sad', 'Fearful', 'Disgust', 'Surprised', 'Energetic']);
  expect(toggles.map((toggle) => toggle.getAttribute('aria-pressed')).indexOf('true')).toBe(3);
  expect(dialog.queryByRole('slider')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Angry' }));
  await user.click(dialog.getByRole('switch', { name: 'Filter by energy' }));
  await user.click(dialog.getByRole('switch', { name: 'Filter by pace' }));
  const energy = dialog.getByRole('slider', { name: 'Energy' });
  const pace = dialog.getByRole('slider', { name: 'Pace' });
  expect([energy, pace].map((slider) => [slider.getAttribute('aria-valuenow'), slider.getAttribute('aria-valuetext')])).toEqual([['50', 'Normal volume'], ['50', 'Normal pace']]);
  for (const end of ['Soft', 'Loud', 'Slow', 'Fast']) expect(dialog.getByText(end)).toBeTruthy();
  act(() => pace.focus());
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  await user.type(dialog.getByLabelText('Personality'), 'Open');
  await user.click(dialog.getByRole('button', { name: 'Apply' }));
  const filter = { emotion: 'angry,sad', energy: '50', pace: '0', personality: 'Open' };
  await waitFor(() => expect(queries.at(-1)).toEqual({ offset: '0', ...filter }));
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual(filter);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // What the address says is there again, and can be taken away.
  const again = await dialogOf('Filter, 4 conditions are set');
  expect(again.getByRole('slider', { name: 'Pace' }).getAttribute('aria-valuenow')).toBe('0');
  await user.click(again.getByRole('switch', { name: 'Filter by energy' }));
  await user.click(again.getByRole('button', { name: 'Angry' }));
  await user.click(again.getByRole('button', { name: 'Sad' }));
  await user.click(again.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(queries.at(-1)).toEqual({ offset: '0', pace: '0', personality: 'Open' }));
});

it('loads a page more, and reads what is loaded anew when calls change', async () => {
  const calls = Array.from({ length: 30 }, (_, at) => aCall({ id: at + 1, name: `Caller ${at + 1}` }));
  open('/call', (offset) => ({ body: pageOf(offset === 0 ? calls : [aCall({ id: 30 }), aCall({ id: 31, name: 'Last' })], 31) }));
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Show More' }));
  await row(/Last/);
  expect(within(screen.getByRole('list', { name: 'Calls' })).getAllByRole('link')).toHaveLength(31);
  expect(screen.queryByRole('button', { name: 'Show More' })).toBeNull();
  expect(queries.map(({ offset }) => offset)).toEqual(['0', '30']);
  act(() => {
    for (const id of [1, 2, 3]) applyEvent('callChanged', { call_id: id, ticket_id: 3 });
  });
  expect(queries).toHaveLength(2);
  await waitFor(() => expect(queries.map(({ offset }) => offset)).toEqual(['0', '30', '0', '30']), { timeout: 5_000 });
});

it('moves along the rows with j and k', async () => {
  open('/call', () => ({ body: pageOf([aCall(), aCall({ id: 2, name: 'Ben', ticket_number: 8 })]) }));
  await row(/Ben/);
  const user = userEvent.setup();
  await user.keyboard('j');
  expect(document.activeElement).toBe(await row(/Aisyah/));
  await user.keyboard('j');
  expect(document.activeElement).toBe(await row(/Ben/));
  await user.keyboard('k');
  expect(document.activeElement).toBe(await row(/Aisyah/));
});

it('opens a call in a window of its own where it is clicked with Alt, and shows so while Alt is held', async () => {
  const popup = { location: { href: 'about:blank', replace: vi.fn() }, focus: vi.fn() };
  const opened = vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window);
  const { router } = open('/call?direction=inbound');
  const call = await row(/Aisyah/);
  expect(screen.queryByText('Open in a window')).toBeNull();
  fireEvent.keyDown(document.body, { key: 'Alt', altKey: true });
  expect(screen.getByText('Open in a window')).toBeTruthy();
  fireEvent.click(call, { altKey: true });
  expect(popup.location.replace.mock.calls).toEqual([['/popup/call/7']]);
  fireEvent.keyUp(document.body, { key: 'Alt' });
  expect(screen.queryByText('Open in a window')).toBeNull();
  expect(router.state.location.pathname).toBe('/call');
  fireEvent.click(call);
  await waitFor(() => expect(router.state.location.pathname).toBe('/call/7'));
  expect(opened).toHaveBeenCalledTimes(1);
  opened.mockRestore();
});

it('says where calls come from while there are none, and that a filter hides them', async () => {
  const first = open('/call', () => ({ body: pageOf([]) }));
  expect(await screen.findByRole('heading', { name: 'No calls yet' })).toBeTruthy();
  expect(screen.getByText(/As soon as a customer calls a number of yours/)).toBeTruthy();
  first.view.unmount();
  const { router } = open('/call?direction=outbound&startDate=2026-01-28', () => ({ body: pageOf([]) }));
  expect(await screen.findByRole('heading', { name: 'No calls match the filter' })).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

it('says what failed and tries again, and that it is not allowed', async () => {
  let broken = true;
  const first = open('/call', () => (broken ? { status: 500, body: { error: { code: 'internal', message: 'Broken.' } } } : { body: pageOf([aCall()]) }));
  expect(await screen.findByRole('heading', { name: 'The calls could not be loaded' })).toBeTruthy();
  broken = false;
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(await row(/Aisyah/)).toBeTruthy();
  first.view.unmount();
  open('/call', () => ({ status: 403, body: { error: { code: 'forbidden', message: 'No.' } } }));
  expect(await screen.findByRole('heading', { name: 'You do not have the permission to see calls' })).toBeTruthy();
});
