/** Counts of tickets by interval and report group, as a table and a chart show them. */
import { shownDay, shownTime } from './days';
import { DAY_INTERVAL, type IntervalLength } from './model';

/** The report groups in the order of the columns; what is of none of the named ones counts as other. */
export const REPORT_GROUPS = ['email', 'chatbot', 'livechat', 'social media', 'mobile messaging', 'other'] as const;
export type ReportGroupName = (typeof REPORT_GROUPS)[number];

export type GroupCounts = Record<ReportGroupName, number>;

export interface IntervalRow {
  /** When the interval begins, in seconds since 1970. */
  ts: number;
  counts: GroupCounts;
  total: number;
}

interface Counted {
  ts: number;
  group: string;
  count: number;
}

const none = (): GroupCounts => ({ email: 0, chatbot: 0, livechat: 0, 'social media': 0, 'mobile messaging': 0, other: 0 });

function groupNamed(name: string): ReportGroupName {
  return REPORT_GROUPS.find((group) => group === name) ?? 'other';
}

/** One row for each interval that has tickets, the oldest first. */
export function intervalRows(counted: readonly Counted[]): IntervalRow[] {
  const rows = new Map<number, IntervalRow>();
  for (const { ts, group, count } of counted) {
    const row = rows.get(ts) ?? { ts, counts: none(), total: 0 };
    row.counts[groupNamed(group)] += count;
    row.total += count;
    rows.set(ts, row);
  }
  return [...rows.values()].sort((one, other) => one.ts - other.ts);
}

/** What stands below the columns. */
export function sumsOf(rows: readonly IntervalRow[]): { counts: GroupCounts; total: number } {
  const counts = none();
  for (const row of rows) for (const group of REPORT_GROUPS) counts[group] += row.counts[group];
  return { counts, total: rows.reduce((sum, { total }) => sum + total, 0) };
}

const MINUTE_S = 60;
const LENGTH_S: Record<IntervalLength, number> = { '15': 15 * MINUTE_S, '30': 30 * MINUTE_S, '1': 60 * MINUTE_S, '24': 86_400 };

export function secondsOf(interval: IntervalLength): number {
  return LENGTH_S[interval];
}

/** An interval by its beginning. A day that begins at midnight in UTC was counted there, and has its date from there. */
export function intervalName(ts: number, interval: IntervalLength): string {
  if (interval !== DAY_INTERVAL) return shownTime(ts * 1_000);
  const midnightInUtc = ts % LENGTH_S[DAY_INTERVAL] === 0;
  return midnightInUtc ? shownDay(new Date(ts * 1_000).toISOString().slice(0, 10)) : shownTime(ts * 1_000).slice(0, 10);
}
