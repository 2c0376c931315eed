import { afterEach, describe, expect, it, vi } from 'vitest';
import { busiestOf, busyWords, figureOf, highestOf, stepOf, weekOf, weekOrder } from './busyHours';

/** Ten days from a Friday on. */
const ANSWER = {
  days: [1, 1, 1, 1, 2, 2, 2],
  hours: [
    { weekday: 0, hour: 10, count: 5 },
    { weekday: 0, hour: 11, count: 1 },
    { weekday: 4, hour: 9, count: 8 },
    { weekday: 6, hour: 23, count: 3 },
  ],
  total: 17,
};
const MONDAY_FIRST = [0, 1, 2, 3, 4, 5, 6];

afterEach(() => {
  vi.unstubAllGlobals();
});

it('has every hour of the week, with sums of rows and columns', () => {
  const { rows, all } = weekOf(ANSWER, MONDAY_FIRST, 1);
  expect(rows.map(({ weekday, days, count }) => [weekday, days, count])).toEqual([[0, 1, 6], [1, 1, 0], [2, 1, 0], [3, 1, 0], [4, 2, 8], [5, 2, 0], [6, 2, 3]]);
  expect(rows.every(({ counts }) => counts.length === 24)).toBe(true);
  expect([rows[0]?.counts[10], rows[0]?.counts[11], rows[6]?.counts[23]]).toEqual([5, 1, 3]);
  expect(all).toEqual({ days: 10, count: 17, counts: Array.from({ length: 24 }, (_, hour) => ({ 9: 8, 10: 5, 11: 1, 23: 3 })[hour] ?? 0) });
});

it('puts three hours into one column', () => {
  const { rows, all } = weekOf(ANSWER, [6, 0, 1, 2, 3, 4, 5], 3);
  expect(rows[1]).toEqual({ weekday: 0, days: 1, counts: [0, 0, 0, 6, 0, 0, 0, 0], count: 6 });
  expect(all.counts).toEqual([0, 0, 0, 14, 0, 0, 0, 3]);
});

it('divides by how many such days there are', () => {
  expect(figureOf(8, { days: 2 }, 'average')).toBe(4);
  expect(figureOf(8, { days: 2 }, 'total')).toBe(8);
  expect(figureOf(0, { days: 0 }, 'average')).toBeNull();
  expect(figureOf(0, { days: 0 }, 'total')).toBeNull();
  const week = weekOf(ANSWER, MONDAY_FIRST, 1);
  expect([highestOf(week, 'average'), highestOf(week, 'total')]).toEqual([5, 8]);
});

it('finds the busiest hour, the first of several', () => {
  expect(busiestOf(ANSWER, MONDAY_FIRST, 'average')).toEqual({ weekday: 0, hour: 10, figure: 5 });
  expect(busiestOf(ANSWER, MONDAY_FIRST, 'total')).toEqual({ weekday: 4, hour: 9, figure: 8 });
  const alike = { days: [1, 1, 1, 1, 1, 1, 1], hours: [{ weekday: 0, hour: 8, count: 2 }, { weekday: 6, hour: 9, count: 2 }], total: 4 };
  expect(busiestOf(alike, [6, 0, 1, 2, 3, 4, 5], 'total')?.weekday).toBe(6);
  expect(busiestOf({ ...ANSWER, hours: [], total: 0 }, MONDAY_FIRST, 'average')).toBeNull();
});

it('has five steps of colour, and none for nothing', () => {
  expect([0, 0.1, 2, 2.1, 5, 7.9, 8.1, 10].map((figure) => stepOf(figure, 10))).toEqual([0, 1, 1, 2, 3, 4, 5, 5]);
  expect([stepOf(null, 10), stepOf(0, 0)]).toEqual([0, 0]);
});

it('writes one decimal below ten', () => {
  const { cell, sentence } = busyWords('en');
  expect([0, 0.01, 0.05, 2, 9.94, 9.96, 12.4, 1234.5].map((figure) => cell(figure, 'average'))).toEqual(['0', '<0.1', '0.1', '2.0', '9.9', '10', '12', '1,235']);
  expect(cell(7, 'total')).toBe('7');
  expect([sentence(12.4, 'average'), sentence(0.0213, 'average'), sentence(162, 'total')]).toEqual(['12.4', '0.02', '162']);
});

describe('the order of the week', () => {
  const stubbed = (part: object) => vi.stubGlobal('Intl', { Locale: vi.fn(function (this: object) { Object.assign(this, part); }) });

  it('is that of the language, under either name', () => {
    stubbed({ getWeekInfo: () => ({ firstDay: 7 }) });
    expect(weekOrder('en')).toEqual([6, 0, 1, 2, 3, 4, 5]);
    stubbed({ weekInfo: { firstDay: 6 } });
    expect(weekOrder('ar')).toEqual([5, 6, 0, 1, 2, 3, 4]);
  });

  it('is from Monday on where the browser does not tell', () => {
    stubbed({});
    expect(weekOrder('en')).toEqual(MONDAY_FIRST);
  });
});
