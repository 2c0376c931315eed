import { expect, it } from 'vitest';
import { addressesOf, isAddress } from './head';

it.each([
  ['ann@shop.example', true],
  ['a..b@x.example', true],
  ['"ann lee"@example.org', true],
  ['"a\\"b@c"@example.org', true],
  ['jørgen@bücher.example', true],
  ['ann lee@example.org', false],
  ['"ann@c.d', false],
  ['""@c.d', false],
  ['<ann@x.example', false],
  ['ann@x', false],
  ['a@@x.example', false],
])('%s is an address: %s', (text, right) => {
  expect(isAddress(text)).toBe(right);
});

it('divides a list at commas outside of quotation marks', () => {
  expect(addressesOf('a@x.example, "lee, ann"@x.example,b@x.example')).toEqual(['a@x.example', '"lee, ann"@x.example', 'b@x.example']);
  expect(addressesOf(' , ')).toEqual([]);
});
