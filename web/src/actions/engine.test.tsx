import { MantineProvider, Select } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { anAction, withKeys } from '../../tests/keys';
import { Menu } from '../ui/Menu';
import { Popover } from '../ui/Popover';
import { setSingleKeys } from './keymap';

const run = vi.fn();

const always = vi.fn();
const moved = vi.fn();

withKeys(
  anAction('e', run),
  anAction('g t', run),
  anAction('Shift+j', moved, { repeats: true }),
  anAction('Mod+k', always, { over: true }),
  anAction('Mod+Enter', always, { typing: true }),
  anAction('?', always, { opens: true }),
);

function show(what: ReactNode) {
  return render(
    <MantineProvider env="test">
      {what}
    </MantineProvider>,
  );
}

const menu = (
  <Menu>
    <Menu.Target>
      <button type="button">Open</button>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item>First</Menu.Item>
    </Menu.Dropdown>
  </Menu>
);

beforeEach(() => {
  localStorage.clear();
  setSingleKeys(true);
  for (const one of [run, always, moved]) one.mockClear();
});

it('leaves the keys to an open menu, wherever the focus is', async () => {
  show(menu);
  fireEvent.keyDown(document.body, { key: 'e' });
  expect(run).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByText('Open'));
  fireEvent.keyDown(await screen.findByText('First'), { key: 'e' });
  fireEvent.keyDown(document.body, { key: 'e' });
  expect(run).toHaveBeenCalledTimes(1);
});

it('does not finish in a menu what was begun before it opened', async () => {
  show(menu);
  fireEvent.keyDown(document.body, { key: 'g' });
  fireEvent.click(screen.getByText('Open'));
  fireEvent.keyDown(await screen.findByText('First'), { key: 't' });
  fireEvent.click(screen.getByText('Open'));
  fireEvent.keyDown(document.body, { key: 't' });
  expect(run).not.toHaveBeenCalled();
});

it('leaves the keys to a bubble that has the focus', async () => {
  show(
    <Popover opened target={(button) => <button type="button" {...button} aria-haspopup="dialog" aria-expanded />}>
      <button type="button">Inside</button>
    </Popover>,
  );
  fireEvent.keyDown(await screen.findByText('Inside'), { key: 'e' });
  expect(run).not.toHaveBeenCalled();
});

it('leaves the keys to the open list of a field, and takes them when it is closed', () => {
  show(<Select label="Field" data={['One']} />);
  fireEvent.keyDown(document.body, { key: 'e' });
  expect(run).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByRole('combobox', { name: 'Field' }));
  fireEvent.keyDown(document.body, { key: 'e' });
  expect(run).toHaveBeenCalledTimes(1);
});

it('takes focus in a drawing inside a menu as focus in the menu', () => {
  show(
    <div role="tree">
      <svg data-testid="drawing" />
    </div>,
  );
  fireEvent.keyDown(screen.getByTestId('drawing'), { key: 'e' });
  expect(run).not.toHaveBeenCalled();
});

it('acts on no key that an input method takes', () => {
  show(<div data-testid="row" />);
  fireEvent.keyDown(screen.getByTestId('row'), { key: 'e', keyCode: 229 });
  fireEvent.keyDown(screen.getByTestId('row'), { key: 'e', isComposing: true });
  expect(run).not.toHaveBeenCalled();
});

it('acts while somebody types on nothing but what is meant for that', () => {
  show(<textarea aria-label="Words" />);
  const field = screen.getByLabelText('Words');
  fireEvent.keyDown(field, { key: 'e' });
  fireEvent.keyDown(field, { key: 'J', shiftKey: true });
  expect([run, moved].map((one) => one.mock.calls.length)).toEqual([0, 0]);
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  fireEvent.keyDown(field, { key: 'k', metaKey: true });
  expect(always).toHaveBeenCalledTimes(2);
});

it('asks again while a key is held only what moves', () => {
  show(null);
  for (const repeat of [false, true, true]) {
    fireEvent.keyDown(document.body, { key: 'e', repeat });
    fireEvent.keyDown(document.body, { key: 'J', shiftKey: true, repeat });
  }
  expect([run, moved].map((one) => one.mock.calls.length)).toEqual([1, 3]);
});

it('knows letters by their place where the keyboard types others, and whatever the caps lock says', () => {
  show(null);
  fireEvent.keyDown(document.body, { key: 'у', code: 'KeyE' });
  fireEvent.keyDown(document.body, { key: 'E', code: 'KeyE' });
  expect(run).toHaveBeenCalledTimes(2);
});

it('leaves single keys alone where they are turned off', () => {
  show(null);
  setSingleKeys(false);
  fireEvent.keyDown(document.body, { key: 'e' });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  expect(run).not.toHaveBeenCalled();
  expect(always).toHaveBeenCalledTimes(1);
});

it('keeps what is typed for a window that is still on its way', async () => {
  const view = show(null);
  fireEvent.keyDown(document.body, { key: '?' });
  expect(always).toHaveBeenCalledTimes(1);
  fireEvent.keyDown(document.body, { key: 'e' });
  expect(run).not.toHaveBeenCalled();
  // It comes and goes: the keys are the desk's again.
  view.rerender(<div aria-modal="true" role="dialog" />);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  view.rerender(<div />);
  fireEvent.keyDown(document.body, { key: 'e' });
  expect(run).toHaveBeenCalledTimes(1);
});
