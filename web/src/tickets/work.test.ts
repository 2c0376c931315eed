import { expect, it } from 'vitest';
import { fromField, toField } from '../ui/dates';
import { morning, untilMonday } from './work';

const at = (text: string) => fromField(text) ?? 0;

it('names a morning that is still to come', () => {
  expect(toField(morning(at('2026-02-28T22:15'), 1))).toBe('2026-03-01T09:00');
});

it.each([
  ['2026-11-22', 1],
  ['2026-11-23', 7],
  ['2026-11-24', 6],
  ['2026-11-28', 2],
])('finds the next Monday from %s', (day, days) => {
  expect(untilMonday(at(`${day}T12:00`))).toBe(days);
});
