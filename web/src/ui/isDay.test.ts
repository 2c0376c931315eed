import { expect, it } from 'vitest';
import { isDay } from './isDay';

it.each([
  ['1990-02-28', true], ['2000-02-29', true], ['1990-02-30', false], ['1990-13-01', false], ['28.02.1990', false], ['1990-2-8', false], ['19900228', false],
])('%s is a day: %s', (text, day) => {
  expect(isDay(text)).toBe(day);
});
