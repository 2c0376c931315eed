import { expect, it } from 'vitest';
import { clock, rowsOf } from './model';

it.each([
  [-5, '00:00:00'],
  [59_999, '00:00:59'],
  [3_723_000, '01:02:03'],
  [90_000_000, '25:00:00'],
])('%d ms are %s', (ms, words) => {
  expect(clock(ms)).toBe(words);
});

it('lets what lasts go on, in the order of the picker', () => {
  const status = (code: string, ms: number, alternate = '') => ({ code, ms, alternate });
  const statuses = [status('BUSY', 1_000), status('OFFICE', 3_000, 'Office'), status('ONLINE', 2_000), status('TRAINING', 4_000, 'Course')];
  const day = { timezone: 'UTC', from: 0, until: 86_400_000, at: 10_000, current: 'BUSY', statuses };
  expect(rowsOf(day, 500).map(({ code, ms }) => [code, ms])).toEqual([['ONLINE', 2_000], ['BUSY', 1_500], ['TRAINING', 4_000], ['OFFICE', 3_000]]);
  expect(rowsOf(day, -500)[1]?.ms).toBe(1_000);
});
