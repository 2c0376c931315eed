import { expect, it } from 'vitest';
import { agoOf, byPresence, canUpdate, toneOf } from './model';

const online = { code: 'ONLINE', reason: '' };
const away = { code: 'AWAY', reason: 'Errand' };

it.each([
  ['unchanged', online, online, false],
  ['away without a reason', online, { code: 'AWAY', reason: '  ' }, false],
  ['away with one', online, away, true],
  ['busy without one', away, { code: 'BUSY', reason: '' }, false],
  ['only another reason', away, { code: 'AWAY', reason: 'Lunch' }, true],
  ['the same reason', away, { code: 'AWAY', reason: ' Errand ' }, false],
  ['a break, which needs none', online, { code: 'MEAL_BREAK', reason: '' }, true],
  ['a status of the desk’s own', away, { code: 'TRAINING', reason: '' }, true],
  ['the same break', { code: 'PRAYER', reason: '' }, { code: 'PRAYER', reason: 'left over' }, false],
])('update is offered as it should be: %s', (_name, now, wanted, offered) => {
  expect(canUpdate(now, wanted)).toBe(offered);
});

it.each([
  [0, 'now', 0],
  [5, 'now', 0],
  [6, 'second', 6],
  [59, 'second', 59],
  [60, 'minute', 1],
  [3_599, 'minute', 59],
  [3_600, 'hour', 1],
  [86_399, 'hour', 23],
  [86_400, 'day', 1],
  [604_799, 'day', 6],
  [604_800, 'week', 1],
  [-30, 'now', 0],
])('%i seconds are told as %s %i', (past, unit, count) => {
  expect(agoOf(1_000_000, 1_000_000 + past)).toEqual({ unit, count });
});

it('whoever is there comes first, and of the others who was there last', () => {
  const users = [
    { status: 'OFFLINE', name: 'A', ts: 5 },
    { status: 'AWAY', name: 'C', ts: 9 },
    { status: 'OFFLINE', name: 'B', ts: 7 },
    { status: 'ONLINE', name: 'E', ts: 9 },
    { status: 'ONLINE', name: 'D', ts: 1 },
  ];
  expect(users.sort(byPresence).map((user) => user.name).join('')).toBe('DECBA');
});

it('a status unknown to this page is one of being away', () => {
  expect(['ONLINE', 'BUSY', 'OFFLINE', 'PRAYER', 'TRAINING'].map(toneOf)).toEqual(['online', 'busy', 'offline', 'away', 'away']);
});
