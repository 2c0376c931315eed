import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { draw } from '../../tests/draw';
import { toastUndo } from './toast';
import { ToastPlace } from './ToastPlace';

it('names what closes it', async () => {
  draw(<ToastPlace />);
  toastUndo('Done.', { label: 'Undo', run: vi.fn() });
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy();
});
