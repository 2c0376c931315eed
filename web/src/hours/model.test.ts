import { expect, it } from 'vitest';
import { dayNames } from '../ui/weekdays';
import { asShown, asStored, crossesMidnight, nextTime, officeWeek, summary } from './model';

const time = (day: number, from: string, to: string) => ({ day, from, to });
const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

it.each([
  [[], ''],
  [officeWeek(), 'Mon–Fri 09:00–18:00'],
  [[...officeWeek(), time(6, '10:00', '14:00')], 'Mon–Fri 09:00–18:00, Sat 10:00–14:00'],
  [[time(1, '13:00', '17:00'), time(1, '09:00', '12:00')], 'Mon 09:00–12:00 + 13:00–17:00'],
  [[time(7, '22:00', '06:00')], 'Sun 22:00–06:00'],
])('says a week in one line', (weekly, expected) => {
  expect(summary(weekly, names)).toBe(expected);
});

it('knows what goes on into the next day', () => {
  expect(crossesMidnight(time(1, '22:00', '06:00'))).toBe(true);
  expect(crossesMidnight(time(1, '09:00', '18:00'))).toBe(false);
  expect(crossesMidnight(time(1, '09:00', ''))).toBe(false);
});

it('shows midnight as browsers can', () => {
  const stored = [time(1, '00:00', '24:00')];
  expect(asShown(stored)).toEqual([time(1, '00:00', '00:00')]);
  expect(asStored(asShown(stored))).toEqual(stored);
});

it('offers the time after the last one', () => {
  expect(nextTime([], 3)).toEqual(time(3, '09:00', '18:00'));
  expect(nextTime(officeWeek(), 1)).toEqual(time(1, '19:00', '20:00'));
  expect(nextTime([time(1, '22:00', '06:00')], 1)).toEqual(time(1, '00:00', '01:00'));
});

it('names the days from Monday on', () => {
  expect(dayNames('en', 'short')).toEqual(names);
});
