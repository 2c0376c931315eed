/** Counts by the hours of the week, as the heat map shows them. */
import { dayNames } from '../ui/weekdays';
import type { BusyHoursAnswer } from './calls';

/** What is counted: one kind of tickets, or both. */
export const BUSY_KINDS = ['ticket', 'livechat', 'both'] as const;
export type BusyKind = (typeof BUSY_KINDS)[number];

export const FIGURES = ['total', 'average'] as const;
export type FigureKind = (typeof FIGURES)[number];

const WEEKDAYS = 7;
const HOURS = 24;
/** Of colour, besides that of nothing. */
const STEPS = 5;

/** Counts of a weekday, or of all of them, by the columns of the table. */
export interface BusyRow {
  /** How many such days the range has. */
  days: number;
  counts: readonly number[];
  count: number;
}

/** 0 is Monday, 6 Sunday. */
export type BusyDay = BusyRow & { weekday: number };

export interface BusyWeek {
  /** In the order of the reader's week. */
  rows: readonly BusyDay[];
  all: BusyRow;
}

interface WeekInfo {
  firstDay: number;
}
/** Browsers have it under either name, or not at all. */
type WeekLocale = Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };

/** The weekdays as the week runs in a language; from Monday on where the browser does not tell. */
export function weekOrder(language: string): number[] {
  const locale: WeekLocale = new Intl.Locale(language);
  const first = (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
  return Array.from({ length: WEEKDAYS }, (_, at) => (first - 1 + at) % WEEKDAYS);
}

const sum = (counts: readonly number[]) => counts.reduce((before, count) => before + count, 0);

/** The whole week from the hours that have anything, each column so many hours wide. */
export function weekOf({ days, hours }: BusyHoursAnswer, order: readonly number[], span: number): BusyWeek {
  const columns = Array.from({ length: HOURS / span }, (_, at) => at);
  const rows = order.map((weekday) => {
    const ofDay = hours.filter((one) => one.weekday === weekday);
    const counts = columns.map((column) => sum(ofDay.filter(({ hour }) => Math.floor(hour / span) === column).map(({ count }) => count)));
    return { weekday, days: days[weekday] ?? 0, counts, count: sum(counts) };
  });
  const counts = columns.map((column) => sum(rows.map((row) => row.counts[column] ?? 0)));
  return { rows, all: { days: sum(days), counts, count: sum(counts) } };
}

/** What stands for a count: null on a weekday that the range does not have. */
export function figureOf(count: number, { days }: Pick<BusyRow, 'days'>, kind: FigureKind): number | null {
  if (days === 0) return null;
  return kind === 'total' ? count : count / days;
}

/** The highest figure of the cells. */
export function highestOf({ rows }: BusyWeek, kind: FigureKind): number {
  return Math.max(0, ...rows.flatMap((row) => row.counts.map((count) => figureOf(count, row, kind) ?? 0)));
}

/** 0 for nothing, otherwise 1 to 5 by the share of the highest. */
export function stepOf(figure: number | null, highest: number): number {
  return figure === null || highest === 0 ? 0 : Math.ceil((figure / highest) * STEPS);
}

export interface Busiest {
  weekday: number;
  hour: number;
  figure: number;
}

/** The hour with the highest figure, the first one of several; null where nothing was counted. */
export function busiestOf({ days, hours }: BusyHoursAnswer, order: readonly number[], kind: FigureKind): Busiest | null {
  let busiest: Busiest | null = null;
  const sorted = [...hours].sort((one, other) => order.indexOf(one.weekday) - order.indexOf(other.weekday) || one.hour - other.hour);
  for (const { weekday, hour, count } of sorted) {
    const figure = figureOf(count, { days: days[weekday] ?? 0 }, kind) ?? 0;
    if (figure > (busiest?.figure ?? 0)) busiest = { weekday, hour, figure };
  }
  return busiest;
}

const DECIMAL_BELOW = 10;
const LEAST_SHOWN = 0.1;

/** How figures, hours and weekdays are written in a language. */
export function busyWords(language: string) {
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const short = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const clock = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' });
  return {
    long: dayNames(language, 'long'),
    short: dayNames(language, 'short'),
    /** 10:00 */
    clock: (hour: number) => clock.format(Date.UTC(2024, 0, 1, hour)),
    /** Of a cell, where there is little room; what is little is not shown as nothing. */
    cell: (figure: number, kind: FigureKind): string => {
      if (kind === 'total' || figure === 0) return whole.format(figure);
      if (figure < LEAST_SHOWN / 2) return `<${short.format(LEAST_SHOWN)}`;
      // What would be rounded to ten has no decimal either.
      return (Math.round(figure * 10) / 10 < DECIMAL_BELOW ? short : whole).format(figure);
    },
    /** Within a sentence. */
    sentence: (figure: number, kind: FigureKind) => (kind === 'total' ? whole : figure < LEAST_SHOWN ? new Intl.NumberFormat(language, { maximumSignificantDigits: 1 }) : short).format(figure),
  };
}
export type BusyWords = ReturnType<typeof busyWords>;
