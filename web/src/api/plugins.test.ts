import { expect, it } from 'vitest';
import { aPlugin } from '../../tests/builders';
import { takesCalls } from './plugins';

const PLUGINS = [aPlugin('EXCHANGE', ['settings', 'calls']), aPlugin('TELEGRAM', ['webhook'])];

it.each([
  ['EXCHANGE', true],
  ['exchange', true],
  ['TELEGRAM', false],
  ['GONE', false],
  ['', false],
])('calls come over %s: %s', (channel, expected) => {
  expect(takesCalls(PLUGINS, channel)).toBe(expected);
});
