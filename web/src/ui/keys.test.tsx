import { MantineProvider, Select } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useKeys } from './keys';
import { Menu } from './Menu';
import { Popover } from './Popover';

const run = vi.fn();

function Bound() {
  useKeys('Test', [
    { keys: 'e', label: 'Resolve', run },
    { keys: 'g t', label: 'Tickets', run },
  ]);
  return null;
}

function show(what: ReactNode) {
  return render(
    <MantineProvider env="test">
      <Bound />
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
  run.mockClear();
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
