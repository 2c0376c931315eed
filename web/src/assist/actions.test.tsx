import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aRecommendation } from '../../tests/assist';
import { aMessage, anInfo, SESSION_ANSWER } from '../../tests/builders';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { startEngine } from '../actions/engine';
import { useScope } from '../actions/live';
import { loadActionTexts } from '../actions/texts';
import type { Message } from '../api/types';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { useSlots } from '../ui/slots';
import './actions';
import { useTells } from './insight/store';
import { useSuggestion } from './suggestion/store';

const insert = vi.fn();
const reply = vi.fn();
const nothing = () => undefined;
const message = aMessage({ id: 5 });

function Desk({ messages }: { messages: readonly Message[] }) {
  const slots = useSlots();
  const info = anInfo();
  useScope('ticket', { info, messages, setStatus: nothing, reply, note: nothing, quote: nothing, send: nothing, insert, toggleDetails: nothing, trace: nothing, back: null, go: nothing });
  useScope('message', { message, sender: 'A', rules: {}, quote: nothing, edit: nothing, note: nothing, react: nothing, trace: undefined } as never);
  return (
    <>
      <textarea aria-label="Your answer" />
      {slots.aboveComposer === null ? null : <slots.aboveComposer info={info} messages={messages} insert={insert} />}
    </>
  );
}

let end: () => void = nothing;
beforeEach(async () => {
  localStorage.clear();
  useSuggestion.setState({ open: null });
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
  await loadActionTexts();
  end = startEngine();
});
afterEach(() => act(() => end()));

it('suggests with one key while somebody types, goes to it with the same, and takes it with another', async () => {
  const { asked } = serve({ 'GET /api/wauchat/ticket_recommendation': { body: aRecommendation() }, 'POST /api/assist/results/31/feedback': { body: { result: 'success' } } });
  draw(<Desk messages={[message]} />);
  const field = screen.getByRole('textbox');
  field.focus();
  fireEvent.keyDown(field, { key: 'J', altKey: true, shiftKey: true });
  expect(insert).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'j', altKey: true });
  await screen.findByText('Refund');
  expect(document.activeElement).toBe(field);
  fireEvent.keyDown(field, { key: 'j', altKey: true });
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Suggested answer' }));
  expect(asked.map(({ key }) => key)).toEqual(['GET /api/wauchat/ticket_recommendation']);
  fireEvent.keyDown(field, { key: 'J', altKey: true, shiftKey: true });
  expect(insert).toHaveBeenCalledWith(aRecommendation().what_to_say);
  await waitFor(() => expect(asked.at(-1)).toEqual({ key: 'POST /api/assist/results/31/feedback', body: { feedback: 'taken' } }));
});

it('asks about one message by its keys', async () => {
  serve({ 'GET /api/wauchat/recommendation': { body: aRecommendation() } });
  draw(<Desk messages={[message, aMessage({ id: 6, message: 'And now?' })]} />);
  fireEvent.keyDown(document.body, { key: 'L', shiftKey: true });
  expect(useTells.getState().open[5]).toBe(true);
  fireEvent.keyDown(document.body, { key: 'l', altKey: true });
  expect(await screen.findByText('Answers “Hello”')).toBeTruthy();
  await screen.findByText('Refund');
  fireEvent.keyDown(screen.getByRole('region', { name: 'Suggested answer' }), { key: 'Escape' });
  expect(reply).toHaveBeenCalledTimes(1);
});
