import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aMessage, anInfo, SESSION_ANSWER } from '../../../../tests/builders';
import { drawRoutes } from '../../../../tests/draw';
import { serve } from '../../../../tests/server';
import { lineIsBack } from '../../../api/line';
import { applyEvent, applyReload } from '../../../realtime/apply';
import { sessionFrom } from '../../../session/model';
import { useSession } from '../../../session/store';
import * as toast from '../../../ui/toast';
import { resetConversations } from '../../conversation/store';
import { useChosenCall } from '../chosen';
import { EXTENSION_KEY } from '../command';
import { OngoingCall } from '../OngoingCall';
import { IncomingCalls } from './IncomingCalls';
import { useIncoming, watchIncoming, type Call } from './store';

const LIST = 'GET /api/ticket/load/-/all/call2/0';
const LINES = 'GET /api/ticket/data/3/0';
const COMMAND = 'POST /api/tickets/3/call';

const aCall = (over: Partial<Call> = {}): Call => ({
  id: 1,
  ticket_id: 3,
  ticket_number: 7,
  contact_id: 4,
  name: 'Aisyah',
  number: '0123456789',
  direction: 'inbound',
  did: '0312345678',
  extension: '',
  assignee: null,
  outcome: 'ongoing',
  ts: Date.now() - 5_000,
  answered_at: null,
  ended_at: null,
  talk_ms: null,
  recorded: false,
  keypress: '',
  emotion: '',
  emotions: {},
  energy: null,
  pace: null,
  personality: '',
  ...over,
});
const line = (kind: string) => aMessage({ id: 1, ts_ms: 1, extras: { call: { id: 'exchange-1', kind, direction: 'in', extension: null } } });

let calls: Call[] = [];
let lines = [line('ringing')];
let refusal: { status: number; body: unknown } | null = null;
let queries: Record<string, string>[] = [];
let end = (): void => undefined;

function open(path = '/contacts') {
  const { asked } = serve({
    [LIST]: ({ url }) => {
      queries.push(Object.fromEntries(url.searchParams));
      return refusal ?? { body: { data: calls, count: calls.length, countMore: false, status: 200 } };
    },
    [LINES]: () => ({ body: [{ total: 1 }, { date: '14/11/2023', messages: lines }] }),
    'GET /api/ticket/info/-/7': { body: { data: anInfo({ id: 3, ticket_number: 7, assignee: 'agent2', send: { calls: true } }) } },
    [COMMAND]: () => refusal ?? { body: { result: 'success' } },
  });
  end = watchIncoming();
  const { router } = drawRoutes([{ path: '*', element: <IncomingCalls /> }], path);
  const commands = () => asked.filter(({ key }) => key === COMMAND).map(({ body }) => body);
  return { router, commands, read: () => asked.filter(({ key }) => key === LIST).length };
}

const changed = () => act(() => applyEvent('callChanged', { call_id: 1, ticket_id: 3 }));
const entry = () => screen.findByRole('link', { name: 'Incoming Call Aisyah' });
const gone = () => waitFor(() => expect(screen.queryByRole('link')).toBeNull());
const told = vi.spyOn(toast, 'toastError').mockImplementation(() => undefined);

beforeEach(() => {
  localStorage.clear();
  resetConversations();
  useChosenCall.setState({ number: null });
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
  told.mockClear();
  calls = [];
  lines = [line('ringing')];
  refusal = null;
  queries = [];
});
afterEach(() => act(() => end()));

it('appears when a call begins to ring, says so, and is gone when it was answered', async () => {
  const { read } = open();
  const status = screen.getByRole('status');
  expect([status.textContent, screen.queryByRole('link'), read()]).toEqual(['', null, 0]);
  calls = [aCall()];
  changed();
  changed();
  const link = await entry();
  expect(link.getAttribute('href')).toBe('/call/ongoing');
  expect(status.textContent).toBe('Incoming call: Aisyah.');
  expect(read()).toBe(1);
  expect(queries).toEqual([{ direction: 'inbound', outcome: 'ongoing' }]);
  calls = [aCall({ answered_at: Date.now() })];
  changed();
  await gone();
  expect([status.textContent, screen.queryByRole('button')]).toEqual(['', null]);
});

it('is read with the line, anew after a gap, and is gone when it ended or calls are hidden', async () => {
  calls = [aCall({ name: '' }), aCall({ id: 2, name: '', number: '', ticket_number: 8 }), aCall({ id: 3, ts: Date.now() - 24 * 60 * 60_000 })];
  open('/mobile/ticket');
  act(lineIsBack);
  const link = await screen.findByRole('link', { name: 'Incoming Call 0123456789' });
  expect(link.getAttribute('href')).toBe('/mobile/call/ongoing');
  expect(screen.getByRole('link', { name: 'Incoming Call Withheld number' })).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  calls = [];
  act(applyReload);
  await gone();
  calls = [aCall()];
  act(applyReload);
  await entry();
  refusal = { status: 403, body: { error: { code: 'forbidden', message: 'No.' } } };
  changed();
  await gone();
});

it.each([
  ['12', 'English Aircon'],
  ['9', 'Unknown Keypress 9'],
])('tells what the caller chose by pressing %s', async (keypress, words) => {
  calls = [aCall({ keypress })];
  open();
  act(lineIsBack);
  const card = within(await screen.findByRole('listitem'));
  expect((await card.findByText(words)).title).toBe(`Keys pressed: ${keypress}`);
  expect(card.getByRole('link', { name: /^Incoming Call Aisyah Pressed by the caller ?(English Aircon|Unknown Keypress 9)$/ })).toBeTruthy();
});

it('says nothing of keys where none were pressed', async () => {
  calls = [aCall()];
  open();
  act(lineIsBack);
  await entry();
  expect(screen.queryByRole('img', { name: 'Pressed by the caller' })).toBeNull();
});

it('shows the newest of many, and leads to the rest', async () => {
  calls = Array.from({ length: 5 }, (_, at) => aCall({ id: at, name: `Caller ${at}` }));
  open();
  act(lineIsBack);
  const more = await screen.findByRole('link', { name: '2 more calls are ringing' });
  expect(more.getAttribute('href')).toBe('/call?direction=inbound&outcome=ongoing');
  expect(within(screen.getByRole('list', { name: 'Incoming calls' })).getAllByRole('listitem')).toHaveLength(3);
});

it('asks for the extension once, answers there, and goes to the call', async () => {
  calls = [aCall()];
  const { router, commands } = open();
  act(lineIsBack);
  await entry();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Accept', description: 'Aisyah' }));
  await user.type(await screen.findByLabelText('Extension of your telephone'), '102{Enter}');
  await waitFor(() => expect(commands()).toMatchObject([{ kind: 'answer', call: 'exchange-1', extension: '102' }]));
  await waitFor(() => expect(router.state.location.pathname).toBe('/call/ongoing'));
  expect(localStorage.getItem(EXTENSION_KEY)).toContain('102');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Accept' }));
  await waitFor(() => expect(commands()).toMatchObject([{ kind: 'answer' }, { kind: 'answer', call: 'exchange-1', extension: '102' }]));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('declines by hanging up, and stays where one is', async () => {
  calls = [aCall()];
  const { router, commands } = open();
  act(lineIsBack);
  await entry();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(commands()).toMatchObject([{ kind: 'hang-up', call: 'exchange-1' }]));
  expect([router.state.location.pathname, told.mock.calls.length]).toEqual(['/contacts', 0]);
});

it.each([
  [409, 'conflict', 'Somebody else answers it.'],
  [503, 'unavailable', 'The exchange does not answer.'],
])('says what is refused with %s', async (status, code, message) => {
  calls = [aCall()];
  open();
  act(lineIsBack);
  await entry();
  refusal = { status, body: { error: { code, message } } };
  await userEvent.setup().click(screen.getByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(told).toHaveBeenCalledWith(message));
});

it('gives no command to a call that does not ring any more', async () => {
  calls = [aCall()];
  const { commands } = open();
  act(lineIsBack);
  await entry();
  lines = [line('missed')];
  calls = [];
  await userEvent.setup().click(screen.getByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(told).toHaveBeenCalledWith('This call is not ringing any more.'));
  await gone();
  expect(commands()).toEqual([]);
});

it('offers nothing to do to whoever only reads', async () => {
  useSession.setState({ session: sessionFrom({ ...SESSION_ANSWER, permission: ['read_only'] }) });
  calls = [aCall()];
  open();
  act(lineIsBack);
  await entry();
  expect(screen.queryByRole('button')).toBeNull();
});

it('leads to the call even where it rings for a colleague and nothing of it was loaded', async () => {
  calls = [aCall()];
  open();
  act(lineIsBack);
  await userEvent.setup().click(await entry());
  const found: (string | null)[] = [];
  drawRoutes([{ path: '*', element: <OngoingCall onCall={(number) => found.push(number)} /> }], '/call/ongoing');
  await waitFor(() => expect(found.at(-1)).toBe('7'));
});

it('shows nothing more once it ended with the session', async () => {
  calls = [aCall()];
  open();
  act(lineIsBack);
  await entry();
  act(() => end());
  expect(useIncoming.getState().calls).toEqual([]);
  await gone();
});
