import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { aMerged, aMessage, anInfo, SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { useSlots, whenSent, type AboveComposerProps } from '../../ui/slots';
import { Composer, type ComposerHandle } from './Composer';
import { mediaAllowed } from './fileRules';
import { NO_RULES } from './rules';
import { refusal } from './uploads';

const rules = { ...NO_RULES, text_max: 10, html: false, attachments_max: 1, attachment_max_bytes: 100, media: ['image/*'], typing: true, read: false };
const info = anInfo({ send: rules });
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Your answer');

function show() {
  const ref = createRef<ComposerHandle>();
  return draw(<Composer ref={ref} info={info} onStatus={() => Promise.resolve()} />);
}

beforeEach(() => {
  localStorage.clear();
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
});

it('sends on Enter and breaks the line on Shift+Enter', async () => {
  const { asked } = serve({
    'POST /api/ticket/message/reply': { body: { result: 'success', id: 2, queue_id: 'q', data: aMessage({ id: 2, direction: 'out' }) } },
  });
  show();
  const user = userEvent.setup();
  await user.type(field(), 'one{Shift>}{Enter}{/Shift}two');
  expect(asked).toEqual([]);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.body).toMatchObject({ message: 'one\ntwo' });
  expect(field().value).toBe('');
});

it('counts what is left and refuses what is too long', async () => {
  const { asked } = serve({});
  show();
  const user = userEvent.setup();
  await user.type(field(), '123456789');
  expect(screen.getByText('1 character left')).toBeTruthy();
  await user.type(field(), '🙂🙂{Enter}');
  expect(screen.getByText('1 character over 10')).toBeTruthy();
  expect(asked).toEqual([]);
});

it('shows that there is nothing to send, and keeps the ways of sending in reach', async () => {
  show();
  const idle = () => screen.getByRole('button', { name: 'More ways to send' }).hasAttribute('data-idle');
  expect(idle()).toBe(true);
  const user = userEvent.setup();
  await user.type(field(), 'x');
  expect(idle()).toBe(false);
  await user.clear(field());
  expect(idle()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'More ways to send' }));
  expect((await screen.findAllByRole('menuitemradio')).length).toBeGreaterThan(0);
});

it('keeps the draft for the next time', async () => {
  const shown = show();
  await userEvent.setup().type(field(), 'half');
  shown.unmount();
  show();
  expect(field().value).toBe('half');
});

it('keeps the chosen customer with the draft, and sends nothing to another one by itself', async () => {
  const { asked } = serve({
    'POST /api/ticket/message/reply': { body: { result: 'success', id: 2, queue_id: 'q', data: aMessage({ id: 2, direction: 'out' }) } },
  });
  const both = anInfo({ id: 21, name: 'Aisyah', merged: [aMerged({ id: 9, name: 'Ben' })] });
  const own = anInfo({ id: 21, name: 'Aisyah' });
  const open = (one: typeof both) => draw(<Composer ref={createRef<ComposerHandle>()} info={one} onStatus={() => Promise.resolve()} />);
  const user = userEvent.setup();
  const first = open(both);
  await user.click(await screen.findByRole('button', { name: /Answer to Aisyah/ }));
  await user.click(await screen.findByRole('menuitem', { name: /Answer to Ben/ }));
  await user.type(field(), 'For Ben');
  first.unmount();

  // Meanwhile the merge was taken back.
  const alone = open(own);
  await user.type(field(), '{Enter}');
  expect(asked).toEqual([]);
  expect(await screen.findByRole('button', { name: /^Nobody is chosen/ })).toBeTruthy();
  alone.unmount();

  open(both);
  expect(await screen.findByRole('button', { name: /Answer to Ben/ })).toBeTruthy();
  await user.type(field(), '{Enter}');
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.body).toMatchObject({ message: 'For Ben', via: 9 });
  expect(await screen.findByRole('button', { name: /Answer to Ben/ })).toBeTruthy();
});

it('sends nothing when there is nothing', async () => {
  const { asked } = serve({});
  show();
  await userEvent.setup().type(field(), '  {Enter}');
  expect(asked).toEqual([]);
});

it.each([
  ['image/png', ['image/*'], true],
  ['text/plain', ['image/*'], false],
  ['text/plain', ['image/*', '*/*'], true],
  ['application/pdf', ['application/pdf'], true],
])('%s by %s: %s', (mime, media, expected) => {
  expect(mediaAllowed(mime, media)).toBe(expected);
});

it('names the rule a file breaks', () => {
  const file = (size: number, type: string) => new File([new Uint8Array(size)], 'x', { type });
  expect(refusal(file(50, 'image/png'), 0, rules)).toBeNull();
  expect(refusal(file(50, 'image/png'), 1, rules)).toBe('too_many');
  expect(refusal(file(500, 'image/png'), 0, rules)).toBe('too_large');
  expect(refusal(file(50, 'text/plain'), 0, rules)).toBe('type');
});

it('puts words where the caret is, on a line of their own, and into the note where one is written', async () => {
  const ref = createRef<ComposerHandle>();
  draw(<Composer ref={ref} info={anInfo({ id: 71, send: { ...rules, text_max: 900 } })} onStatus={() => Promise.resolve()} />);
  const user = userEvent.setup();
  await user.type(field(), 'Hi!');
  act(() => ref.current?.insert('We send it.'));
  expect(field().value).toBe('Hi!\nWe send it.');
  expect(document.activeElement).toBe(field());
  field().setSelectionRange(0, 0);
  act(() => ref.current?.insert('First. '));
  expect(field().value).toBe('First. Hi!\nWe send it.');
  act(() => ref.current?.note());
  const note = await screen.findByLabelText<HTMLTextAreaElement>('Note for your team');
  act(() => ref.current?.insert('See the article.'));
  expect(note.value).toBe('See the article.');
});

it('lends a place above it, whose words go into the answer also while a note is written, and tells what was sent', async () => {
  const { asked } = serve({
    'POST /api/ticket/message/reply': { body: { result: 'success', id: 2, queue_id: 'q', data: aMessage({ id: 2, direction: 'out' }) } },
  });
  const sent: string[] = [];
  function Lent({ info: { id }, insert }: AboveComposerProps) {
    const give = () => {
      whenSent.set(id, (text) => sent.push(text));
      insert('Five days.');
    };
    return <button onClick={give}>Give</button>;
  }
  act(() => useSlots.setState({ aboveComposer: Lent }));
  draw(<Composer ref={createRef<ComposerHandle>()} info={anInfo({ id: 31, send: { ...rules, text_max: 100 } })} onStatus={() => Promise.resolve()} />);
  const user = userEvent.setup();
  await user.type(field(), 'Hello');
  await user.click(screen.getByRole('tab', { name: 'Note' }));
  await user.click(screen.getByRole('button', { name: 'Give' }));
  expect(field().value).toBe('Hello\nFive days.');
  expect(document.activeElement).toBe(field());
  await user.keyboard('!{Enter}');
  await waitFor(() => expect(asked.filter(({ key }) => key.endsWith('/reply'))).toHaveLength(1));
  expect(sent).toEqual(['Hello\nFive days.!']);
  expect(whenSent.size).toBe(0);
  act(() => useSlots.setState({ aboveComposer: null }));
});
