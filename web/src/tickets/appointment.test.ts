import { afterEach, beforeEach, expect, it } from 'vitest';
import { setTimezone } from '../ui/dates';
import { nearWords } from './appointment';

beforeEach(() => setTimezone('Asia/Kuala_Lumpur'));
afterEach(() => setTimezone(undefined));

const NOW = Date.parse('2026-03-31T15:30:00Z');

it.each([
  ['2026-03-31T02:00:00Z', { key: 'tickets.today_at', time: '10:00' }],
  ['2026-03-31T15:59:00Z', { key: 'tickets.today_at', time: '23:59' }],
  // The day is over in Kuala Lumpur before it is in UTC, and so is the month.
  ['2026-03-31T16:00:00Z', { key: 'tickets.tomorrow_at', time: '00:00' }],
  ['2026-04-01T02:00:00Z', { key: 'tickets.tomorrow_at', time: '10:00' }],
  ['2026-04-01T16:00:00Z', null],
  ['2026-03-30T15:59:00Z', null],
])('%s at half past eleven at night', (at, words) => {
  expect(nearWords(Date.parse(at), NOW)).toEqual(words);
});
