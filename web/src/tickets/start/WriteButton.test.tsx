import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { lendRun } from '../../actions/live';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { offerCards } from '../profile/open';
import { WriteButton } from './WriteButton';

const session = { ...sessionFrom(SESSION_ANSWER), isAdmin: false };

beforeEach(() => {
  useSession.setState({ phase: 'in', session });
});

it('writes to the contact in frames that have the window for it', async () => {
  const run = vi.fn();
  lendRun(run);
  draw(<WriteButton name="Mei" />);
  expect(screen.queryByRole('button')).toBeNull();
  act(() => void offerCards(() => undefined));
  await userEvent.click(screen.getByRole('button', { name: 'Write to Mei' }));
  expect(run).toHaveBeenCalledWith('desk.write');
});

it('is not there for whom contacts are hidden from', () => {
  offerCards(() => undefined);
  useSession.setState({ session: { ...session, permissions: { ...session.permissions, hide_contacts: true } } });
  draw(<WriteButton name="Mei" />);
  expect(screen.queryByRole('button')).toBeNull();
});
