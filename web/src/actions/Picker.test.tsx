import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { draw } from '../../tests/draw';
import { Picker } from './Picker';
import { openPicker, usePicker, type Choice } from './picker';
import { loadActionTexts } from './texts';

const done = vi.fn();
const choices: readonly Choice[] = ['Ann', 'Ben', 'Bob'].map((label) => ({ id: label, label, checked: label === 'Ann', run: () => void done(label) }));

beforeAll(loadActionTexts);
beforeEach(() => {
  done.mockClear();
  usePicker.setState({ question: null, open: false });
});

function ask(load: () => Promise<readonly Choice[]>) {
  draw(<Picker />);
  act(() => openPicker({ title: 'Assign', empty: 'Nobody yet', load }));
  return userEvent.setup();
}

it('is found in by typing, walked by arrows and answered by Enter', async () => {
  const user = ask(() => Promise.resolve(choices));
  const field = await screen.findByRole('combobox', { name: 'Find' });
  expect((await screen.findByRole('option', { name: 'Ann' })).getAttribute('aria-checked')).toBe('true');
  await user.type(field, 'b');
  expect(screen.queryByRole('option', { name: 'Ann' })).toBeNull();
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  expect(done).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(done.mock.calls).toEqual([['Bob']]);
  expect(usePicker.getState().open).toBe(false);
});

it('says that nothing fits, and that there is nothing', async () => {
  const user = ask(() => Promise.resolve(choices));
  await user.type(await screen.findByRole('combobox', { name: 'Find' }), 'zz');
  expect((await screen.findByRole('status')).textContent).toBe('No results');
  act(() => openPicker({ title: 'Assign', empty: 'Nobody yet', load: () => Promise.resolve([]) }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('No'));
});

it('says what failed and tries again', async () => {
  const load = vi.fn<() => Promise<readonly Choice[]>>().mockRejectedValueOnce(new Error('no')).mockResolvedValue(choices);
  const user = ask(load);
  expect((await screen.findByRole('alert')).textContent).toContain('This could not be loaded');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('option', { name: 'Ben' })).toBeTruthy();
});
