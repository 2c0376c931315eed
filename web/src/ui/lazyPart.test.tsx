import { ActionIcon } from '@mantine/core';
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { draw } from '../../tests/draw';
import type * as Floating from './floating';
import { fetchPart, lazyPart } from './lazyPart';
import { Menu } from './Menu';
import { Popover } from './Popover';
import { SilentBoundary } from './SilentBoundary';
import { Tooltip } from './Tooltip';

/** Whether the code of what floats can be had. */
const line = vi.hoisted(() => ({ broken: false, asked: 0 }));
vi.mock('./floating', async (original) => {
  const real = await original<typeof Floating>();
  return {
    ...real,
    loadFloating: () => {
      line.asked += 1;
      return line.broken ? Promise.reject(new Error('The line is broken.')) : real.loadFloating();
    },
    floatingNow: () => (line.broken ? null : real.floatingNow()),
  };
});

const alert = vi.fn();
/** Six tries, five seconds apart. */
const ALL_TRIES_MS = 30_000;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  line.broken = true;
  line.asked = 0;
  alert.mockClear();
  vi.stubGlobal('alert', alert);
  // React tells of what a boundary caught; that it is caught is the point here.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('tries a menu whose code could not be had again on the next opening', async () => {
  const menu = (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label="More">…</ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item>One</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
  draw(menu);
  const button = screen.getByRole('button', { name: 'More' });
  fireEvent.click(button);
  await pass(ALL_TRIES_MS);
  expect(line.asked).toBe(6);
  expect(alert).toHaveBeenCalledTimes(1);
  // Nothing is open, and the button says so.
  expect(button.getAttribute('aria-expanded')).toBe('false');
  line.broken = false;
  fireEvent.click(button);
  await pass(1_000);
  expect(screen.getByRole('menuitem', { name: 'One' })).toBeTruthy();
});

function Bubble() {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      target={(button) => (
        <ActionIcon {...button} aria-label="Add a face" onClick={() => setOpen(!open)}>
          +
        </ActionIcon>
      )}
    >
      A smile
    </Popover>
  );
}

it('tries a bubble whose code could not be had again on the next opening', async () => {
  draw(<Bubble />);
  const button = screen.getByRole('button', { name: 'Add a face' });
  fireEvent.click(button);
  await pass(ALL_TRIES_MS);
  expect(alert).toHaveBeenCalledTimes(1);
  line.broken = false;
  fireEvent.click(button);
  await pass(1_000);
  expect(screen.getByText('A smile')).toBeTruthy();
});

it('never raises an alert about a hint, and shows it the next time', async () => {
  draw(
    <Tooltip label="Sends it">
      <button type="button">Send</button>
    </Tooltip>,
  );
  const button = screen.getByRole('button', { name: 'Send' });
  fireEvent.pointerEnter(button);
  await pass(ALL_TRIES_MS);
  expect(alert).not.toHaveBeenCalled();
  fireEvent.pointerLeave(button);
  line.broken = false;
  fireEvent.pointerEnter(button);
  await pass(1_000);
  expect(screen.getByRole('tooltip').textContent).toBe('Sends it');
});

it('tries a part that could not be had again when it is shown the next time', async () => {
  let broken = true;
  const Part = lazyPart(() => (broken ? Promise.reject(new Error('The line is broken.')) : Promise.resolve(() => <p>Here</p>)));
  const shown = () => (
    <SilentBoundary>
      <Part />
    </SilentBoundary>
  );
  const { unmount } = draw(shown());
  await pass(ALL_TRIES_MS);
  expect(alert).toHaveBeenCalledTimes(1);
  unmount();
  broken = false;
  draw(shown());
  await pass(1_000);
  expect(screen.getByText('Here')).toBeTruthy();
});

it('draws what was fetched before in the same moment', async () => {
  const load = () => Promise.resolve(() => <p>Here</p>);
  await fetchPart(load);
  const Part = lazyPart(load);
  draw(<Part />);
  expect(screen.getByText('Here')).toBeTruthy();
});
