import { expect, it } from 'vitest';
import { draftOf, targetsOf, typedMinutes } from './model';

it('begins a new policy with nothing promised, for every ticket', () => {
  const draft = draftOf(null);
  expect(draft).toMatchObject({ enabled: true, conditions: [], calendar_id: null, always: false, warn_percent: 75, pause_pending: true, reopen_minutes: 1440 });
  expect(targetsOf(draft)).toEqual([]);
  expect(targetsOf({ ...draft, resolution: 480, first_reply: 60 })).toEqual([
    { metric: 'first_reply', minutes: 60 },
    { metric: 'resolution', minutes: 480 },
  ]);
});

it.each<[number | null, 'hours' | 'minutes', string | number, number | null]>([
  [null, 'hours', 2, 120],
  [null, 'minutes', 30, 30],
  [120, 'minutes', 30, 150],
  [150, 'hours', 1, 90],
  [150, 'hours', '', 30],
  [30, 'minutes', '', null],
  [120, 'minutes', '', 120],
  [null, 'hours', 0, 0],
  [59, 'hours', 8760, 525_600],
])('with %s minutes before, %s typed as %s is %s', (before, part, typed, after) => {
  expect(typedMinutes(before, part, typed)).toBe(after);
});
