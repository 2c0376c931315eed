import { act, fireEvent } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { aMessage, anInfo, SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { startEngine } from '../../actions/engine';
import { useScope } from '../../actions/live';
import { loadActionTexts } from '../../actions/texts';
import type { TicketInfo } from '../../api/types';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { NO_RULES } from '../composer/rules';
import { useHandle } from '../message/handles';
import { loadTicketTexts } from '../texts';
import '.';

const note = vi.fn();
const reply = vi.fn();
const atMessage = vi.fn();
const nothing = () => undefined;
const message = aMessage({ id: 4 });

function Desk({ info = anInfo() }: { info?: TicketInfo }) {
  useScope('ticket', { info, messages: [message], setStatus: nothing, reply, note, quote: nothing, send: nothing, toggleDetails: nothing, trace: undefined, back: null, go: nothing });
  useHandle({ message, sender: 'Aisyah', rules: NO_RULES, quote: nothing, edit: nothing, note: atMessage, react: nothing, trace: undefined });
  return <textarea aria-label="Field" />;
}

let end: () => void = nothing;

beforeAll(async () => {
  await Promise.all([loadActionTexts(), loadTicketTexts()]);
});

beforeEach(() => {
  localStorage.clear();
  for (const one of [note, reply, atMessage]) one.mockClear();
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
  end = startEngine();
});

afterEach(() => act(() => end()));

it('writes a note with one key, an answer with another, and a note at a message with a third', () => {
  draw(<Desk />);
  fireEvent.keyDown(document.body, { key: 'n' });
  fireEvent.keyDown(document.body, { key: 'r' });
  expect([note, reply, atMessage].map((one) => one.mock.calls.length)).toEqual([1, 1, 0]);
  fireEvent.keyDown(document.body, { key: 'W', shiftKey: true });
  expect(atMessage).toHaveBeenCalledTimes(1);
});

it('types an n where somebody writes', () => {
  const { getByLabelText } = draw(<Desk />);
  fireEvent.keyDown(getByLabelText('Field'), { key: 'n' });
  expect(note).not.toHaveBeenCalled();
});

it('does nothing where the ticket went into another one', () => {
  draw(<Desk info={anInfo({ merged_into: { id: 3, ticket_number: 1003 } as unknown as TicketInfo['merged_into'] })} />);
  fireEvent.keyDown(document.body, { key: 'n' });
  expect(note).not.toHaveBeenCalled();
});
