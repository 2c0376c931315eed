import { expect, it } from 'vitest';
import { isYoung, STEPS, stepsDone, type DeskFacts } from './steps';

const EMPTY: DeskFacts = { channels: 0, users: 1, tickets: 0, calendars: 0, labels: 0 };
const DAY = 86_400_000;
const NOW = 1_000 * DAY;

it('nothing is done on a desk with nothing but its owner', () => {
  expect(STEPS.filter((step) => stepsDone(EMPTY)[step])).toEqual([]);
});

it.each([
  ['channel', { channels: 1 }],
  ['colleague', { users: 2 }],
  ['message', { tickets: 1 }],
  ['hours', { calendars: 1 }],
  ['label', { labels: 1 }],
] as const)('the step %s is done by what the desk has', (step, facts) => {
  const done = stepsDone({ ...EMPTY, ...facts });
  expect(STEPS.filter((one) => done[one])).toEqual([step]);
});

it.each([
  ['as long as its first user is of this month', [NOW - DAY, NOW - 29 * DAY], false, true],
  ['not any more after that', [NOW - DAY, NOW - 30 * DAY], false, false],
  ['not with more users than come at once', [NOW - DAY], true, false],
])('a desk is young %s', (_when, made, more, young) => {
  expect(isYoung({ data: made.map((created_at) => ({ created_at })), more }, NOW)).toBe(young);
});
