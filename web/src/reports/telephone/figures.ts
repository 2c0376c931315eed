/** Telephone calls in figures: what is asked, how figures are compared, and which calls each of them counts. */
import type { components } from '../../api/openapi.gen';
import type { ReportRange } from '../days';
import type { Change } from '../performance';

type Schemas = components['schemas'];
export type CallReportAnswer = Schemas['CallReport'];
export type CallReportRow = Schemas['CallReportRow'];
export type CallFigures = Schemas['CallFigures'];
export type CallGrouping = Schemas['CallGrouping'];

export const GROUPINGS = ['day', 'agent', 'line'] as const satisfies readonly CallGrouping[];

export const FIGURES = ['inbound', 'answered', 'missed', 'in_time', 'wait', 'talk', 'talk_total', 'outbound', 'reached'] as const;
export type Figure = (typeof FIGURES)[number];

/** Those that stand alone; how many were reached stands beside the outbound ones. */
export const TILES = FIGURES.filter((figure) => figure !== 'reached');

/** What the chart shows of each day. */
export const CHARTED = ['answered', 'missed'] as const;

/** Inbound calls of which it is known what became of them; one that still rings may be answered yet. */
export function settledOf({ answered, missed }: CallFigures): number {
  return answered + missed;
}

/** The durations of a figure that is a length of time. */
export function durationsOf(figures: CallFigures, figure: Figure): Schemas['Durations'] | null {
  return figure === 'wait' || figure === 'talk' ? figures[figure] : null;
}

/** How many calls a figure is made of. */
export function countOf(figures: CallFigures, figure: Figure): number {
  switch (figure) {
    case 'wait':
    case 'talk':
      return figures[figure].count;
    case 'talk_total':
      return figures.talk.count;
    case 'in_time':
      return settledOf(figures);
    case 'inbound':
    case 'answered':
    case 'missed':
    case 'outbound':
    case 'reached':
      return figures[figure];
  }
}

/** What is shown and compared: a median of times, a share of those in time; null where there is nothing. */
export function valueOf(figures: CallFigures, figure: Figure): number | null {
  if (figure === 'in_time') return settledOf(figures) === 0 ? null : figures.answered_in_time / settledOf(figures);
  if (figure === 'talk_total') return figures.talk.count === 0 ? null : figures.talk_total;
  const durations = durationsOf(figures, figure);
  return durations === null ? countOf(figures, figure) : durations.median;
}

/** Fewer missed ones and less waiting are better, and more in time; of how much there is, neither. */
export function isBetter(figure: Figure, change: Change): boolean | null {
  if (change === 'same' || change === 'new') return null;
  if (figure === 'in_time') return change === 'up';
  return figure === 'missed' || figure === 'wait' ? change === 'down' : null;
}

export function isEmpty({ total, total_before: before }: CallReportAnswer): boolean {
  const all = ({ inbound, outbound }: CallFigures) => inbound + outbound;
  return all(total) + (before === null ? 0 : all(before)) === 0;
}

/** How the list of calls is narrowed to what a figure counts. It knows nothing of waits, so that those in time have no place there. */
const LISTED: Readonly<Record<Figure, Readonly<Record<string, string>> | null>> = {
  inbound: { direction: 'inbound' },
  answered: { direction: 'inbound', outcome: 'answered' },
  missed: { direction: 'inbound', outcome: 'missed' },
  in_time: null,
  wait: { direction: 'inbound', outcome: 'answered' },
  talk: { outcome: 'answered' },
  talk_total: { outcome: 'answered' },
  outbound: { direction: 'outbound' },
  reached: { direction: 'outbound', outcome: 'answered' },
};

/** How the list says that nobody is assigned, or no number is known. */
const NONE = '-';

/** The list of the calls that a figure counts, of one row or of all; null where the list cannot be narrowed to them. */
export function listPath(figure: Figure, range: ReportRange, row?: { group: CallGrouping; key: string }): string | null {
  const listed = LISTED[figure];
  if (listed === null) return null;
  const { start, end } = row?.group === 'day' ? { start: row.key, end: row.key } : range;
  const own: Record<string, string> = row === undefined || row.group === 'day' ? {} : { [row.group === 'agent' ? 'assignee' : 'did']: row.key || NONE };
  return `/call?${new URLSearchParams({ ...listed, ...own, startDate: start, endDate: end }).toString()}`;
}

/** Where the rows are taken away as a table. */
export function exportAddress(host: string, range: ReportRange, group: CallGrouping): string {
  return `${host}/api/report/calls/export?${new URLSearchParams({ startDate: range.start, endDate: range.end, group }).toString()}`;
}
