import { expect, it } from 'vitest';
import en from './about.en.json';
import ms from './about.ms.json';
import zh from './about.zh.json';

const blanks = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, /\{\{\w+\}\}/.exec(text)?.[0] ?? '']));

it.each([
  ['ms', ms],
  ['zh', zh],
])('%s has every text and every blank of it', (_name, texts) => {
  expect(blanks(texts)).toEqual(blanks(en));
});
