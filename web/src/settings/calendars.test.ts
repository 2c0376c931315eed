import { expect, it } from 'vitest';
import { calendarFrom, calendarValue } from './calendars';

it.each([
  ['', { always: false, calendar_id: null }],
  ['always', { always: true, calendar_id: null }],
  ['4', { always: false, calendar_id: 4 }],
])('picks the calendar %s', (value, of) => {
  expect(calendarFrom(value)).toEqual(of);
  expect(calendarValue(of)).toBe(value);
});
