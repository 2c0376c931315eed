import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { SESSION_ANSWER } from '../../tests/builders';
import { draw } from '../../tests/draw';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { Nav } from './Nav';

beforeEach(() => {
  localStorage.clear();
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
});

it('hides an entry while collapsed, and remembers it', async () => {
  const user = userEvent.setup();
  const first = draw(<Nav />);
  expect(screen.queryByText('Choose what hides')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show labels' }));
  await user.click(screen.getByRole('button', { name: 'Choose what hides' }));
  await user.click(await screen.findByRole('button', { name: 'Hide Live chat while collapsed' }));
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.getByRole('link', { name: 'Live chat' }).dataset['hidden']).toBe('true');
  expect(screen.getByRole('link', { name: 'Tickets' }).dataset['hidden']).toBeUndefined();
  first.unmount();
  draw(<Nav />);
  expect(screen.getByRole('link', { name: 'Live chat' }).dataset['hidden']).toBe('true');
});
