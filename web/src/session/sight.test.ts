import { expect, it } from 'vitest';
import type { Macro } from '../api/macros';
import { permissionsOf } from './model';
import { givesAway, isSeenBy } from './sight';

it.each([
  ['an agent sees what is free', false, [], true],
  ['an agent sees what is theirs', false, ['ben', 'ann'], true],
  ['an agent does not see what is others’', false, ['ben'], false],
  ['an admin sees all', true, ['ben'], true],
])('%s', (_, isAdmin, participants, seen) => {
  expect(isSeenBy({ username: 'ann', isAdmin }, participants)).toBe(seen);
});

it('whoever may view all sees what others have taken, and gives nothing away', () => {
  const person = { username: 'ann', userId: 7, isAdmin: false, permissions: permissionsOf(['view_all']) };
  expect(isSeenBy(person, ['ben'])).toBe(true);
  expect(givesAway({ then: [{ do: 'assignee', value: '8' }] } as unknown as Macro, person)).toBe(false);
});

it.each([
  ['to somebody else', ['me', '8'], false, true],
  ['to whoever runs it', ['8', 'me'], false, false],
  ['to whoever runs it, by id', ['7'], false, false],
  ['to nobody', ['8', ''], false, false],
  ['at all', [], false, false],
  ['from an admin', ['8'], true, false],
])('a macro that assigns %s', (_, values, isAdmin, away) => {
  const then = values.map((value) => ({ do: 'assignee' as const, value }));
  expect(givesAway({ then } as unknown as Macro, { isAdmin, userId: 7 })).toBe(away);
});
