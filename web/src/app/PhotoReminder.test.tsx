import { Menu } from '@mantine/core';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { draw } from '../../tests/draw';
import type { Session } from '../session/model';
import { useSession } from '../session/store';
import { PhotoReminder } from './PhotoReminder';

function show(photo: string) {
  useSession.setState({ phase: 'in', session: { photo } as Session });
  return draw(
    <Menu opened>
      <Menu.Dropdown>
        <PhotoReminder />
      </Menu.Dropdown>
    </Menu>,
  );
}

beforeEach(() => {
  document.cookie = 'avatar_reminder=; Max-Age=0; Path=/';
});

it('reminds until it is told not to, which is kept for a year', async () => {
  const written = vi.spyOn(document, 'cookie', 'set');
  const { unmount } = show('');
  await userEvent.setup().click(await screen.findByRole('menuitem', { name: 'I want no photo' }));
  expect(screen.queryByRole('menuitem', { name: 'Add a photo' })).toBeNull();
  expect(written).toHaveBeenCalledWith('avatar_reminder=off; Max-Age=31536000; Path=/; SameSite=Lax');
  unmount();
  show('');
  expect(screen.queryByRole('menuitem', { name: 'Add a photo' })).toBeNull();
});

it('is not there for who has a photo', () => {
  show('/api/photos/x');
  expect(screen.queryByRole('menuitem', { name: 'Add a photo' })).toBeNull();
});
