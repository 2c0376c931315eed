import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { aMessage, anInfo } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import * as toast from '../../ui/toast';
import { currentCall, lasting } from './call';
import { CallBar } from './CallBar';
import { newKeysOf } from './pressed';

let at = 0;
function line(id: string, kind: string, more: Record<string, unknown> = {}) {
  at += 1000;
  return aMessage({ id: at, ts_ms: at, extras: { call: { id, kind, direction: 'in', extension: null, ...more } } });
}

const COMMAND = 'POST /api/tickets/1/call';
const info = anInfo({ name: 'Aisyah' });

/** The commands that the exchange is given; what a dialog reads beside them is none. */
function exchange() {
  const { asked } = serve({ [COMMAND]: { body: { result: 'success' } } });
  return () => asked.filter(({ key }) => key === COMMAND).map(({ body }) => body as { op: string; kind: string });
}

beforeEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  at = 0;
});

it('knows the call that goes on by its lines', () => {
  const rings = line('a', 'ringing');
  expect(currentCall([])).toBeNull();
  expect(currentCall([aMessage(), rings])).toEqual({ id: 'a', stage: 'ringing', direction: 'in', extension: '', keys: '', since: rings.ts_ms });
  const answered = line('a', 'answered', { extension: '102' });
  expect(currentCall([rings, answered])).toMatchObject({ stage: 'answered', extension: '102', since: answered.ts_ms });
  const held = line('a', 'held', { extension: '102' });
  expect(currentCall([rings, answered, held])).toMatchObject({ stage: 'held', since: answered.ts_ms });
  expect(currentCall([rings, answered, held, line('a', 'resumed')])).toMatchObject({ stage: 'answered', since: answered.ts_ms });
  const ended = line('a', 'ended');
  expect(currentCall([rings, answered, ended])).toBeNull();
  expect(currentCall([rings, answered, ended, line('a', 'recorded')])).toBeNull();
  // The older of two goes on when the newer one is over.
  expect(currentCall([rings, line('b', 'ringing'), line('b', 'missed')])).toMatchObject({ id: 'a' });
});

it.each([
  ['1', 'English'], ['2', 'Malay'], ['3', 'Chinese'],
  ['11', 'English TV'], ['12', 'English Aircon'], ['23', 'Malay Refrigerator'], ['24', 'Malay Washing Machine'], ['35', 'Chinese Commercial Display'], ['36', 'Chinese Other Enquiries'],
  ['4', 'Unknown Keypress 4'], ['17', 'Unknown Keypress 17'], ['99', 'Unknown Keypress 99'], ['111', 'Unknown Keypress 111'], ['1#', 'Unknown Keypress 1#'],
])('tells what %s stands for while the call rings', (keypress, words) => {
  draw(<CallBar info={info} messages={[line('a', 'ringing', { details: { keypress } })]} />);
  expect(screen.getByText(words).title).toBe(`Keys pressed: ${keypress}`);
});

it('says nothing of keys where none were pressed', () => {
  draw(<CallBar info={info} messages={[line('a', 'ringing', { details: {} })]} />);
  expect(screen.queryByRole('img', { name: 'Pressed by the caller' })).toBeNull();
});

it('tells the keys once, at the first line of the call that knows them', () => {
  const rings = line('a', 'ringing');
  const answered = line('a', 'answered', { details: { keypress: '11' } });
  const ended = line('a', 'ended', { details: { keypress: '11' } });
  const other = line('b', 'ringing', { details: { keypress: '11' } });
  expect([newKeysOf(rings, undefined), newKeysOf(answered, rings), newKeysOf(ended, answered), newKeysOf(other, ended)]).toEqual(['', '11', '', '11']);
});

it('shows time as telephones do', () => {
  expect([lasting(-5), lasting(65_000), lasting(3_605_000)]).toEqual(['0:00', '1:05', '1:00:05']);
});

it('answers at the telephone that it is told of, and remembers it', async () => {
  const commands = exchange();
  draw(<CallBar info={info} messages={[line('a', 'ringing')]} />);
  const user = userEvent.setup();
  expect(screen.getByRole('status').textContent).toBe('Aisyah is calling');
  await user.click(screen.getByRole('button', { name: 'Answer' }));
  await user.type(await screen.findByLabelText('Extension of your telephone'), '{Enter}');
  await screen.findByText('Enter an extension.');
  await user.type(screen.getByLabelText('Extension of your telephone'), '102{Enter}');
  await vi.waitFor(() => expect(commands()).toHaveLength(1), { timeout: 20_000 });
  expect(commands()[0]).toMatchObject({ kind: 'answer', call: 'a', extension: '102' });
  await vi.waitFor(() => expect(screen.queryByLabelText('Extension of your telephone')).toBeNull(), { timeout: 20_000 });
  await user.click(screen.getByRole('button', { name: 'Answer' }));
  await vi.waitFor(() => expect(commands()).toHaveLength(2), { timeout: 20_000 });
  const [first, second] = commands().map(({ op }) => op);
  expect(first).not.toBe(second);
});

it('holds, mutes, transfers, records and ends a call', async () => {
  const commands = exchange();
  draw(<CallBar info={info} messages={[line('a', 'ringing'), line('a', 'answered', { extension: '102' })]} />);
  const user = userEvent.setup();
  expect(screen.getByRole('status').textContent).toBe('On the phone with Aisyah, extension 102');
  for (const name of ['Hold', 'Mute', 'Unmute', 'Record', 'Stop recording', 'Hang up']) await user.click(await screen.findByRole('button', { name }));
  await user.click(screen.getByRole('button', { name: 'Transfer…' }));
  await user.type(screen.getByLabelText('Extension to transfer to'), ' 103 {Enter}');
  await vi.waitFor(() => expect(commands()).toHaveLength(7), { timeout: 20_000 });
  const kinds = commands().map(({ kind }) => kind);
  expect(kinds).toEqual(['hold', 'mute', 'unmute', 'record', 'stop-recording', 'hang-up', 'transfer']);
  expect(commands()[6]).toMatchObject({ call: 'a', target: '103' });
});

it('says what the exchange refuses, and keeps what was typed', async () => {
  const refused = { status: 409, body: { error: { code: 'conflict', message: 'The exchange cannot reach this telephone.' } } };
  serve({ [COMMAND]: refused });
  const told = vi.spyOn(toast, 'toastError').mockImplementation(() => undefined);
  draw(<CallBar info={info} messages={[line('a', 'ringing'), line('a', 'missed')]} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Call the customer…' }));
  await user.type(screen.getByLabelText('Extension of your telephone'), '199{Enter}');
  await screen.findByText('The exchange cannot reach this telephone.');
  expect(screen.getByLabelText<HTMLInputElement>('Extension of your telephone').value).toBe('199');
  expect(told).not.toHaveBeenCalled();
});
