/** @jsxImportSource preact */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, it, vi } from 'vitest';
import { settled } from './transport/fakeSocket';

vi.mock('./ticket/TicketPage', () => {
  throw new Error('No line.');
});

it('says so when the form cannot be loaded, and offers to try again', async () => {
  history.replaceState(null, '', '/new_ticket/abc');
  const { App } = await import('./App');
  const root = document.createElement('div');
  document.body.append(root);
  await act(async () => {
    render(<App />, root);
    await settled();
  });
  await vi.waitFor(() => expect(root.querySelector('button')?.textContent).toBe('Try again'), { timeout: 20_000 });
  expect(root.textContent).toContain('This page could not be loaded');
  render(null, root);
  root.remove();
});
