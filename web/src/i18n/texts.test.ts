import { expect, it } from 'vitest';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

function keysOf(texts: object, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? keysOf(value, `${prefix}${key}.`) : [`${prefix}${key}`],
  );
}

function placesOf(texts: object): Record<string, string> {
  return Object.fromEntries(
    keysOf(texts).map((path) => {
      const value = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], texts);
      return [path, [...String(value).matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort().join()];
    }),
  );
}

it.each([
  ['ms', ms],
  ['zh', zh],
])('%s has every text and every blank of it', (_name, texts) => {
  expect(keysOf(texts).sort()).toEqual(keysOf(en).sort());
  expect(placesOf(texts)).toEqual(placesOf(en));
});
