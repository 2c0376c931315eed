import { expect, it } from 'vitest';
import { spanOf } from './model';

const MINUTE = 60_000;

it.each([
  [-1, 'minutes', 0],
  [59_999, 'minutes', 0],
  [59 * MINUTE, 'minutes', 59],
  [60 * MINUTE, 'hours', 1],
  [48 * 60 * MINUTE - 1, 'hours', 47],
  [48 * 60 * MINUTE, 'days', 2],
])('%i milliseconds are told in %s', (ms, unit, n) => {
  expect(spanOf(ms)).toEqual({ unit, n });
});
