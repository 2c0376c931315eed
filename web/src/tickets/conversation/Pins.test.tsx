import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { aMessage, anInfo } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import * as toast from '../../ui/toast';
import { Pins } from './Pins';
import { openConversation } from './read';
import { resetConversations, useConversations } from './store';

const page = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => aMessage({ id: from + index, ts_ms: (from + index) * 1000 }));

/** The conversation's list, as far as a pin needs it. */
function Shown() {
  const messages = useConversations((state) => state.open['1001']?.messages) ?? [];
  return messages.map((message) => <i key={message.id} data-message={message.id} />);
}

async function show(pin: number, oldest: number) {
  serve({
    'GET /api/ticket/info/-/1001': { body: { data: anInfo({ pinned: [aMessage({ id: pin, message: 'Pinned words' })] }) } },
    'GET /api/ticket/data/1/0': ({ url }) => {
      const before = Number(url.searchParams.get('messageId') ?? 131);
      const from = Math.max(oldest, before - 30);
      return { body: [{ total: 131 - oldest }, { messages: page(from, before - from) }] };
    },
  });
  await openConversation('1001');
  draw(
    <>
      <Pins number="1001" info={useConversations.getState().open['1001']?.info ?? anInfo()} />
      <Shown />
    </>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: /1 pinned message/ }));
  await user.click(screen.getByRole('button', { name: /Pinned words/, hidden: true }));
}

beforeEach(() => {
  vi.restoreAllMocks();
  // jsdom moves nothing.
  Element.prototype.animate = vi.fn();
  resetConversations();
});

it('loads what lies before the window until the pinned message is there', async () => {
  const gone: (string | undefined)[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: HTMLElement) {
    gone.push(this.dataset['message']);
  });
  await show(50, 1);
  await waitFor(() => expect(gone).toEqual(['50']));
  expect(useConversations.getState().open['1001']?.messages[0]?.id).toBe(41);
});

it('says so when the message is nowhere', async () => {
  const told = vi.spyOn(toast, 'toastError').mockImplementation(() => undefined);
  await show(20, 90);
  await waitFor(() => expect(told).toHaveBeenCalledWith('The message could not be shown'));
});
