import { expect, test } from 'vitest';
import { pagesShown } from './pages';

test.each([
  [12, 1, [1, 2, 3, 4, 5]],
  [12, 3, [1, 2, 3, 4, 5]],
  [12, 7, [5, 6, 7, 8, 9]],
  [12, 11, [8, 9, 10, 11, 12]],
  [12, 12, [8, 9, 10, 11, 12]],
  [5, 4, [1, 2, 3, 4, 5]],
  [2, 2, [1, 2]],
])('of %i pages, at %i, these numbers stand there', (total, current, shown) => {
  expect(pagesShown(total, current)).toEqual(shown);
});
