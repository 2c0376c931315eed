import { expect, it } from 'vitest';
import { SESSION_ANSWER } from '../../tests/builders';
import { sessionFrom } from './model';
import { timezones } from './profile/zones';

it.each([
  ['UTC', ''],
  ['', ''],
  ['Etc/UTC', 'Etc/UTC'],
  ['Asia/Kuala_Lumpur', 'Asia/Kuala_Lumpur'],
])('shows times of the zone %s in %s', (timezone, shown) => {
  expect(sessionFrom({ ...SESSION_ANSWER, timezone }).timezone).toBe(shown);
});

it('lets a person choose UTC in a way that is no mere default', () => {
  expect(timezones()).toContainEqual({ value: 'Etc/UTC', label: 'UTC' });
  expect(timezones()).not.toContain('UTC');
});
