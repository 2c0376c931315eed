import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { Screen } from './NotFoundPage';

beforeEach(() => void serve({}));

it.each([
  ['somebody with a session has the panel beside it', true],
  ['a stranger has not, and is not led to the login', false],
])('%s', (_name, inside) => {
  useSession.setState(inside ? { phase: 'in', session: sessionFrom(SESSION_ANSWER) } : { phase: 'out', session: null });
  draw(<Screen />, '/nowhere');
  expect(screen.getByText('Error 404')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'The page you have requested was not found.' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/');
  expect(screen.queryAllByRole('navigation').length > 0).toBe(inside);
});
