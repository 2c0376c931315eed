import { expect, it } from 'vitest';
import { problemFrom } from '../api/problem';
import { useDialog } from './dialog';
import { openProblem } from './openProblem';

it.each([
  [{ description: 'The bot was blocked by the customer.' }, 'The bot was blocked by the customer.'],
  [{ error: { code: 'conflict', message: 'It was sent already.' } }, 'It was sent already.'],
])('shows the words of the server', (body, words) => {
  openProblem(problemFrom(409, body));
  expect(useDialog.getState().dialog).toEqual({ title: 'Error', text: words });
});

it('has words of its own when the server gave none', () => {
  openProblem(problemFrom(404, null));
  expect(useDialog.getState().dialog?.text).toBe('It does not exist, or no longer does.');
});
