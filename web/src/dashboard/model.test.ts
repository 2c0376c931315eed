import { expect, it } from 'vitest';
import { aDashboard, anEmptyDashboard } from '../../tests/dashboard';
import { busiestDay, changeOf, channelBars, clockIn, dayCount, dayInWords, faultOf, isEmpty, presetRange } from './model';
import { durationOf } from '../ui/durationOf';

it('counts back from today, today among the days', () => {
  expect(presetRange('2026-03-02', 7)).toEqual({ start: '2026-02-24', end: '2026-03-02' });
  expect(dayCount(presetRange('2026-03-02', 90))).toBe(90);
  expect(dayCount({ start: '2026-03-02', end: '2026-03-02' })).toBe(1);
});

it.each([
  [{ start: '2025-11-27', end: '2026-11-27' }, null],
  [{ start: '2025-11-26', end: '2026-11-27' }, 'too_long'],
  [{ start: '2026-11-01', end: '2026-11-28' }, 'future'],
])('%o has the fault %s on 27 November 2026', (range, fault) => {
  expect(faultOf(range, '2026-11-27')).toBe(fault);
});

it('tells a change by its direction and size', () => {
  expect([changeOf(5, 3), changeOf(3, 5), changeOf(0, 0)]).toEqual([
    { direction: 'up', by: 2 },
    { direction: 'down', by: 2 },
    { direction: 'same', by: 0 },
  ]);
});

it.each([
  [0, 'seconds', { seconds: 0 }],
  [59.4, 'seconds', { seconds: 59 }],
  [60, 'minutes', { minutes: 1 }],
  [3_569, 'minutes', { minutes: 59 }],
  [3_570, 'hours', { hours: 1, minutes: 0 }],
  [5_400, 'hours', { hours: 1, minutes: 30 }],
  [86_399, 'days', { days: 1, hours: 0 }],
  [200_000, 'days', { days: 2, hours: 8 }],
])('%s seconds are shown in %s', (seconds, unit, values) => {
  expect(durationOf(seconds)).toEqual({ unit, values });
});

it('is empty only where nothing at all was counted', () => {
  expect(isEmpty(anEmptyDashboard())).toBe(true);
  for (const over of [{ opened: 1 }, { opened_before: 1 }, { resolved: 1 }, { resolved_before: 1 }, { waiting: 1 }, { ratings: aDashboard().ratings }]) {
    expect(isEmpty(anEmptyDashboard(over)), JSON.stringify(over)).toBe(false);
  }
});

it('finds the first of the busiest days', () => {
  expect(busiestDay(aDashboard().by_day)?.day).toBe('2026-11-26');
  expect(busiestDay(anEmptyDashboard().by_day)?.day).toBe('2026-11-25');
  expect(busiestDay([])).toBeUndefined();
});

it('writes days in the language, and clocks in their zone', () => {
  expect(dayInWords('2026-11-05', 'en')).toBe('5 November 2026');
  expect(dayInWords('2026-11-05', 'zh')).toBe('2026年11月5日');
  expect(clockIn(Date.parse('2026-11-27T16:05:00Z'), 'Asia/Kuala_Lumpur')).toBe('00:05');
  expect(clockIn(Date.parse('2026-11-27T16:05:00Z'), 'Nowhere/At_all')).toMatch(/^\d\d:\d5$/);
});

it('has one bar for each name of a group', () => {
  const groups = [
    { group: 'mail', count: 4 },
    { group: 'calls', count: 3 },
    { group: 'other', count: 2 },
  ];
  const bars = channelBars(groups, (group) => (group === 'mail' ? 'Email' : 'Others'));
  expect(bars).toEqual([
    { key: 'calls', label: 'Others', count: 5 },
    { key: 'mail', label: 'Email', count: 4 },
  ]);
});
