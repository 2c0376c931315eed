import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { draw } from '../../tests/draw';
import { canUndo, toastUndo, undoLast } from './toast';
import { ToastPlace } from './ToastPlace';

it('names what closes it', async () => {
  draw(<ToastPlace />);
  toastUndo('Done.', { label: 'Undo', run: vi.fn() });
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy();
});

it('takes back at once what is not drawn yet, and not what came before', async () => {
  draw(<ToastPlace />);
  const [before, last] = [vi.fn(), vi.fn()];
  toastUndo('One.', { label: 'Undo', run: before });
  await screen.findByText('One.');
  toastUndo('Two.', { label: 'Undo', run: last });
  expect(undoLast()).toBe(true);
  expect([before.mock.calls.length, last.mock.calls.length]).toEqual([0, 1]);
  expect(canUndo()).toBe(false);
  expect(screen.queryByText('Two.')).toBeNull();
});
