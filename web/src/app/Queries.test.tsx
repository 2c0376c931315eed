import { useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { SESSION_ANSWER } from '../../tests/builders';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { Queries } from './Queries';

let asked = 0;

function Fields() {
  const { data } = useQuery({ queryKey: ['test-fields'], queryFn: () => Promise.resolve(++asked), gcTime: 3_600_000, staleTime: Infinity });
  return <output>{data === undefined ? 'nothing' : `answer ${data}`}</output>;
}

const signIn = (userId: number) => useSession.setState({ phase: 'in', session: sessionFrom({ ...SESSION_ANSWER, user_id: userId }) });
const show = () => render(<Queries><Fields /></Queries>);

beforeEach(() => {
  asked = 0;
  signIn(7);
});

it('keeps what was read for the same person, and forgets it when they sign out', async () => {
  const first = show();
  await screen.findByText('answer 1');
  first.unmount();
  const second = show();
  expect(screen.getByText('answer 1')).toBeTruthy();
  second.unmount();
  act(() => useSession.setState({ phase: 'out', session: null }));
  act(() => signIn(8));
  show();
  expect(screen.getByText('nothing')).toBeTruthy();
  await screen.findByText('answer 2');
});

it('reads what is on screen anew where somebody else signed in beside this page', async () => {
  act(() => useSession.setState({ phase: 'out', session: null }));
  act(() => signIn(7));
  show();
  await screen.findByText('answer 1');
  act(() => signIn(8));
  await screen.findByText('answer 2');
});
