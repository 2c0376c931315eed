import { expect, it } from 'vitest';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

function flat(texts: object, prefix = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(flat(value, `${prefix}${key}.`))
        : [[`${prefix}${key}`, [...String(value).matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort().join()]],
    ),
  );
}

it.each([
  ['ms', ms],
  ['zh', zh],
])('%s has every text and every blank of it', (_name, texts) => {
  expect(flat(texts)).toEqual(flat(en));
});
