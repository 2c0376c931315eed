import { expect, it } from 'vitest';
import { matches, type LogLine } from './log';
import { chartRows, shareWell, spanText, totalOf, type Bucket } from './model';
import en from './texts/en.json';
import ms from './texts/ms.json';
import zh from './texts/zh.json';

const bucket = (over: Partial<Bucket>): Bucket => ({
  at: 0,
  calls: 0,
  ok: 0,
  failed: 0,
  crashed: 0,
  limited: 0,
  cpu_us: 0,
  wall_us: 0,
  bytes_in: 0,
  bytes_out: 0,
  peak_memory: 0,
  ...over,
});

it('adds calls up and takes the most of memory', () => {
  const total = totalOf([bucket({ calls: 3, ok: 2, failed: 1, peak_memory: 5 }), bucket({ calls: 1, ok: 1, peak_memory: 9 })]);
  expect(total).toMatchObject({ calls: 4, ok: 3, failed: 1, peak_memory: 9 });
  expect(shareWell(total)).toBe(75);
  expect(shareWell(bucket({}))).toBeNull();
});

it('draws the oldest first, in milliseconds per call and megabytes', () => {
  const rows = chartRows([bucket({ at: 2, calls: 2, cpu_us: 3000, peak_memory: 3 * 1_048_576 }), bucket({ at: 1 })], String);
  expect(rows.map((row) => row.label)).toEqual(['1', '2']);
  expect(rows[1]).toMatchObject({ cpu: 1.5, memory: 3 });
});

it('says spans as short as they can be said', () => {
  expect([420, 25_000, 3_200_000, 300_000_000, 7_200_000_000, null].map(spanText)).toEqual(['0.4 ms', '25 ms', '3.2 s', '5 min', '2 h', '–']);
});

it('filters lines by loudness and words', () => {
  const line: LogLine = { id: 1, ts_ms: 0, level: 'warn', call: 'poll', message: 'Slow answer', fields: { host: 'api.example' }, channel_id: 1, code: null, input_id: null };
  expect(matches(line, 'error', '')).toBe(false);
  expect(matches(line, 'warn', 'slow EXAMPLE')).toBe(true);
  expect(matches(line, 'all', 'fast')).toBe(false);
});

/** Every text with its places to fill, by its whole key. */
function flat(texts: object, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? flat(value, `${prefix}${key}.`)
      : [[prefix + key, String(value).match(/\{\{\w+\}\}/g)?.sort().join() ?? ''] as [string, string]],
  );
}

it('every language has the same keys and fills the same places', () => {
  expect(flat(ms)).toEqual(flat(en));
  expect(flat(zh)).toEqual(flat(en));
});
