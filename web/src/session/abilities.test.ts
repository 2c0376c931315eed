import { expect, it } from 'vitest';
import { abilitiesOf, holds, supervises } from './abilities';
import { permissionsOf } from './model';

it.each<[string, boolean, string[], boolean, boolean]>([
  ['an agent', false, [], true, true],
  ['a light agent', false, ['notes_only'], false, true],
  ['an auditor', false, ['read_only'], false, false],
  ['both: the narrower one counts', false, ['notes_only', 'read_only'], false, false],
  ['an admin, who could lift it', true, ['read_only'], true, true],
])('%s', (_who, isAdmin, permissions, answers, notes) => {
  expect(abilitiesOf({ isAdmin, permissions: permissionsOf(permissions) })).toEqual({ answers, notes });
});

it('supervising is granted, and lost with a limit', () => {
  const person = (isAdmin: boolean, ...permissions: string[]) => ({ isAdmin, permissions: permissionsOf(permissions) });
  expect([person(true), person(false, 'supervise'), person(false), person(false, 'supervise', 'notes_only')].map(supervises)).toEqual([true, true, false, false]);
  expect(holds(person(false, 'view_all'), 'view_all')).toBe(true);
});
