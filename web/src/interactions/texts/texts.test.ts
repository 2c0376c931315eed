import { expect, it } from 'vitest';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

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
