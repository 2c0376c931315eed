/** How fast customers are answered and helped: what is asked, and how figures are told. */
import type { components } from '../api/openapi.gen';
import type { ReportRange } from './days';
import { chartSpans, type ChartSpan } from './spans';

type Schemas = components['schemas'];
export type Performance = Schemas['Performance'];
export type PerformanceRow = Schemas['PerformanceRow'];
export type PerformanceFigures = Schemas['PerformanceFigures'];
export type Durations = Schemas['Durations'];
export type OpenedFacts = Schemas['OpenedFacts'];

export const GROUPINGS = ['day', 'agent', 'department', 'channel', 'label'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export const FIGURES = ['created', 'replies', 'first_reply', 'next_reply', 'resolved', 'resolution', 'one_touch', 'reopened'] as const;
export type Figure = (typeof FIGURES)[number];
/** Nobody of the desk does these, so that rows of agents have none. */
const OF_NOBODY: readonly Figure[] = ['created', 'reopened'];

export function figuresOf(group: Grouping): readonly Figure[] {
  return group === 'agent' ? FIGURES.filter((figure) => !OF_NOBODY.includes(figure)) : FIGURES;
}

/** What a report is narrowed to: one agent, department, channel or label, by its key. */
export const NARROWINGS = ['agent', 'department', 'channel', 'label'] as const;
export type Narrowed = Partial<Record<'type' | (typeof NARROWINGS)[number], string>>;

/** The same report of one row alone: nothing but what the row's figures count. */
export function ofRow(range: ReportRange, narrowed: Narrowed, group: Grouping, key: string): { range: ReportRange; narrowed: Narrowed } {
  if (group === 'day') return { range: { start: key, end: key }, narrowed };
  return { range, narrowed: { ...narrowed, [group]: key === '' ? '0' : key } };
}

/** The durations of a figure that is a length of time. */
export function durationsOf(figures: PerformanceFigures, figure: Figure): Durations | null {
  return figure === 'first_reply' || figure === 'next_reply' || figure === 'resolution' ? figures[figure] : null;
}

/** How many things a figure counts, and so how many it opens to. */
export function countOf(figures: PerformanceFigures, figure: Figure): number {
  const durations = durationsOf(figures, figure);
  return durations === null ? (figures[figure as Exclude<Figure, 'first_reply' | 'next_reply' | 'resolution'>]) : durations.count;
}

/** What is compared and sorted by: a median where it is a time, a share where it is one; null where there is nothing. */
export function valueOf(figures: PerformanceFigures, figure: Figure): number | null {
  const durations = durationsOf(figures, figure);
  if (durations !== null) return durations.median ?? null;
  if (figure !== 'one_touch') return countOf(figures, figure);
  return figures.resolution.count === 0 ? null : figures.one_touch / figures.resolution.count;
}

export type Change = 'up' | 'down' | 'same' | 'new';

export function changeOf(now: number | null, before: number | null): Change | null {
  if (now === null) return null;
  if (before === null) return 'new';
  return now > before ? 'up' : now < before ? 'down' : 'same';
}

/** Of times and of what was reopened, less is better; of how much there is, neither. */
export function isBetter(figure: Figure, change: Change): boolean | null {
  if (change === 'same' || change === 'new' || figure === 'created' || figure === 'replies') return null;
  const less = figure === 'reopened' || figure === 'first_reply' || figure === 'next_reply' || figure === 'resolution';
  return (change === 'down') === less;
}

export function isEmpty({ total, total_before: before }: Performance): boolean {
  const all = (figures: PerformanceFigures) => FIGURES.reduce((sum, figure) => sum + countOf(figures, figure), 0);
  return all(total) + (before ? all(before) : 0) === 0;
}

/** What the chart shows of each day. */
export const CHARTED = ['created', 'resolved'] as const;

/** The places of the chart. */
export function spansOf(days: readonly PerformanceRow[]): ChartSpan<(typeof CHARTED)[number]>[] {
  return chartSpans(days, CHARTED);
}

/** Where the rows are taken away as a table. */
export function rowsAddress(host: string, range: ReportRange, narrowed: Narrowed, group: Grouping): string {
  const search = new URLSearchParams({ startDate: range.start, endDate: range.end, group, ...narrowed });
  return `${host}/api/report/performance/export?${search.toString()}`;
}
