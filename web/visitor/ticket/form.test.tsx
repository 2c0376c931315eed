/** @jsxImportSource preact */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, it, vi } from 'vitest';
import { settled } from '../transport/fakeSocket';
import { keep } from './kept';
import { NOTHING } from './model';
import { TicketForm } from './TicketForm';

vi.mock('./api', async (original) => ({
  ...(await original<object>()),
  sendForm: () => Promise.resolve({ kind: 'wrong', fields: ['email', 'title'] }),
}));

it('leads to the first refused field, and leaves whoever types where they are', async () => {
  keep('abc', { values: { ...NOTHING, name: 'Mei', email: 'mei@shop.example', message: 'Hi' }, tried: null });
  const root = document.createElement('div');
  document.body.append(root);
  const rules = { title: '', intro: '', required: ['email' as const], messageMax: 100, filesMax: 0, fileMaxBytes: 0 };
  await act(() => render(<TicketForm token="abc" rules={rules} onSent={vi.fn()} onShut={vi.fn()} />, root));
  const field = (name: string) => root.querySelector<HTMLInputElement>(`[name="${name}"]`);
  await act(async () => {
    root.querySelector('form')?.requestSubmit();
    await settled();
  });
  await vi.waitFor(() => expect(document.activeElement).toBe(field('email')), { timeout: 20_000 });
  field('message')?.focus();
  await act(() => {
    const message = field('message');
    if (message === null) return;
    message.value = 'Hi there';
    message.dispatchEvent(new Event('input', { bubbles: true }));
  });
  expect(document.activeElement).toBe(field('message'));
  render(null, root);
  root.remove();
});
