import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { Composer, type ComposerHandle } from '../src/tickets/composer/Composer';
import { NO_RULES } from '../src/tickets/composer/rules';
import { aMessage, anInfo } from './builders';
import { draw } from './draw';
import { clipboardOf } from './editor';

export const REPLY = 'POST /api/ticket/message/reply';
export const SENT = { body: { result: 'success', id: 2, queue_id: 'q', data: aMessage({ id: 2, direction: 'out' }) } };

export const field = () => screen.getByRole('textbox', { name: 'Your answer' });
export const button = (name: string) => screen.getByRole('button', { name });
export const lines = () => [...field().querySelectorAll('p')].map((line) => line.textContent).join('\n');

/** The composer of a channel that takes formatting. Each ticket has a draft of its own. */
export function showMail(id: number, rules = {}) {
  const info = anInfo({ id, channel: 'EMAIL', send: { ...NO_RULES, html: true, ...rules } });
  const ref = createRef<ComposerHandle>();
  const user = userEvent.setup();
  return {
    user,
    ref,
    ...draw(<Composer ref={ref} info={info} onStatus={() => Promise.resolve()} />),
    write: async (words: string) => {
      act(() => ref.current?.focus());
      await user.keyboard(words);
    },
    send: () => user.keyboard('{Control>}{Enter}{/Control}'),
    paste: (parts: Record<string, string>, files: File[] = []) => act(() => void fireEvent.paste(field(), clipboardOf(parts, files))),
  };
}
