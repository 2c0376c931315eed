/** @jsxImportSource preact */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from '../store';
import type { Uploads } from '../chat/uploads';
import { Composer } from './Composer';

const uploads = { store: createStore({ items: [], tooMany: false }), take: () => [] } as unknown as Uploads;
let root: HTMLElement;
const onSend = vi.fn();

beforeEach(() => {
  onSend.mockClear();
  root = document.createElement('div');
  document.body.append(root);
});

afterEach(() => {
  render(null, root);
  root.remove();
});

async function press(init: object): Promise<boolean> {
  const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init });
  await act(() => void root.querySelector('textarea')?.dispatchEvent(event));
  return event.defaultPrevented;
}

it('leaves the Enter that chooses a word to the input method, told in either order', async () => {
  const limits = { textMax: 100, attachmentsMax: 1, attachmentMaxBytes: 1 } as never;
  await act(() => render(<Composer uploads={uploads} limits={limits} firstDraft="你好" onDraft={vi.fn()} onTyping={vi.fn()} onSend={onSend} />, root));
  expect(await press({ keyCode: 229, isComposing: true })).toBe(false);
  // Safari ends the word first.
  expect(await press({ keyCode: 229, isComposing: false })).toBe(false);
  expect(await press({ keyCode: 13, shiftKey: true })).toBe(false);
  expect(onSend).not.toHaveBeenCalled();
  expect(await press({ keyCode: 13 })).toBe(true);
  expect(onSend).toHaveBeenCalledWith('你好', []);
});
