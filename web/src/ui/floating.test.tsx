import { ActionIcon } from '@mantine/core';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { draw } from '../../tests/draw';
import { Menu } from './Menu';
import { Popover } from './Popover';
import { Tooltip } from './Tooltip';

it('opens a menu at the button that is there, and gives the focus back', async () => {
  const chosen = vi.fn();
  const closed = vi.fn();
  draw(
    <Menu onClose={closed}>
      <Menu.Target>
        <Tooltip label="What there is">
          <ActionIcon aria-label="More">…</ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Either</Menu.Label>
        <Menu.Item onClick={chosen}>One</Menu.Item>
        <Menu.CheckboxItem checked onChange={() => undefined}>
          Two
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>,
  );
  const user = userEvent.setup();
  const button = screen.getByRole('button', { name: 'More' });
  expect(button.getAttribute('aria-haspopup')).toBe('menu');
  expect(button.getAttribute('aria-expanded')).toBe('false');
  button.focus();
  await user.keyboard('{Enter}');
  const menu = await screen.findByRole('menu');
  expect(menu.getAttribute('aria-labelledby')).toBe(button.id);
  expect(button.getAttribute('aria-controls')).toBe(menu.id);
  expect(screen.getByRole('menuitemcheckbox', { name: 'Two' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'More' })).toBe(button);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect(closed).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(document.activeElement).toBe(button));

  await user.click(button);
  await user.click(await screen.findByRole('menuitem', { name: 'One' }));
  expect(chosen).toHaveBeenCalledTimes(1);
  await user.click(button);
  await screen.findByRole('menu');
  await user.click(button);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

it('has the keys also where nothing can be chosen', async () => {
  draw(
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label="Later">…</ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled>In one hour</Menu.Item>
      </Menu.Dropdown>
    </Menu>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Later' }));
  const menu = await screen.findByRole('menu');
  await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

function Bubble() {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      trapFocus
      dropdownProps={{ 'aria-label': 'Faces' }}
      target={(button) => (
        <ActionIcon {...button} aria-label="Add a face" onClick={() => setOpen(!open)}>
          +
        </ActionIcon>
      )}
    >
      <button type="button">A smile</button>
    </Popover>
  );
}

it('opens a bubble at its button, and a click outside closes it', async () => {
  draw(<Bubble />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Add a face' }));
  await screen.findByRole('dialog');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'A smile' })));
  await user.click(document.body);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('hints at what the pointer rests on, and at nothing it only passes', () => {
  const clicked = vi.fn();
  draw(
    <Tooltip label="Sends it">
      <button type="button" onClick={clicked}>
        Send
      </button>
    </Tooltip>,
  );
  const rest = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));
  vi.useFakeTimers();
  try {
    const button = screen.getByRole('button', { name: 'Send' });
    fireEvent.pointerEnter(button);
    rest(100);
    fireEvent.pointerLeave(button);
    rest(1_000);
    expect(screen.queryByRole('tooltip')).toBeNull();
    fireEvent.pointerEnter(button);
    rest(1_000);
    expect(screen.getByRole('tooltip').textContent).toBe('Sends it');
    fireEvent.pointerDown(button);
    fireEvent.click(button);
    rest(1_000);
    expect(clicked).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('tooltip')).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});
