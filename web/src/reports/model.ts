/** What reports ask for and answer; the summary and the aux times have no part in the generated description yet. */
import type { ReportRange } from './days';

/** What tickets a summary is of. */
export const REPORT_TYPES = ['ticket', 'livechat'] as const;
export type ReportType = (typeof REPORT_TYPES)[number];

/** As addresses and calls say them, in the order in which they are offered; 4 is every status. */
export const REPORT_STATUSES = ['4', '0', '1', '2', '3'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];
/** Of a summary that no status was chosen for: open. */
export const DEFAULT_STATUS: ReportStatus = '0';
const EVERY_STATUS: ReportStatus = '4';
/** The same in a word, as addresses from elsewhere say it. */
const ALL = 'all';

/** Rows of one answer; a full one may have others behind it. */
export const PAGE_SIZE = 30;

/** A ticket of a summary. Times are `YYYY-MM-DD HH:MM:SS` in UTC. */
export interface ReportRow {
  id: number;
  ticket_number: number;
  title: string;
  /** The channel's value. */
  channel: string;
  /** Ids, as a JSON array. */
  label: string;
  /** The code of its status. */
  closed: number;
  /** Usernames, with commas between them. */
  assignee: string;
  department_id: number | null;
  created_at: string;
  updated_at: string;
  sla: 'met' | 'breached' | 'running' | '';
  rating: number | null;
  reason: string | null;
  label_names: readonly string[];
  assignee_names: readonly string[];
  department: string;
}

/** A page of rows by headings, the newest heading first. */
export interface SummaryPage {
  result: 'success';
  data: Record<string, readonly ReportRow[]>;
  count: number;
}

export interface StatusTime {
  code: string;
  /** The name of a status of the account's own. */
  alternate: string;
  seconds: number;
}

/** Somebody's time in each status. */
export interface AuxRow {
  user_id: number;
  username: string;
  name: string;
  statuses: readonly StatusTime[];
}

export interface AuxAnswer {
  result: 'success';
  data: readonly AuxRow[];
}

/** Rows under one heading. */
export interface ReportGroup {
  heading: string;
  rows: readonly ReportRow[];
}

export function isReportType(text: string | undefined): text is ReportType {
  return REPORT_TYPES.some((type) => type === text);
}

export function isReportStatus(text: string | undefined): text is ReportStatus {
  return REPORT_STATUSES.some((status) => status === text);
}

/** The summary that an address means; the address itself where it is one already. */
export function summaryAt(type: string | undefined, status: string | undefined): { type: ReportType; status: ReportStatus } {
  const meant = status === ALL ? EVERY_STATUS : isReportStatus(status) ? status : DEFAULT_STATUS;
  if (isReportType(type)) return { type, status: meant };
  // No summary is of both kinds, but the status is what was asked for; of any other word nothing is known.
  return { type: 'ticket', status: type === ALL ? meant : DEFAULT_STATUS };
}

export const OMNICHANNEL_PATH = '/report/omnichannel';
export const CALLS_PATH = '/report/call';

export function summaryPath(type: ReportType, status: ReportStatus): string {
  return `/report/${type}/${status}`;
}

/** Puts a page behind what is there. A ticket that came in since moves the pages, so one may come twice. */
export function mergeGroups(groups: readonly ReportGroup[], data: SummaryPage['data']): ReportGroup[] {
  const seen = new Set(groups.flatMap(({ rows }) => rows.map(({ id }) => id)));
  const merged = new Map(groups.map(({ heading, rows }) => [heading, rows]));
  for (const [heading, rows] of Object.entries(data)) {
    merged.set(heading, [...(merged.get(heading) ?? []), ...rows.filter(({ id }) => !seen.has(id))]);
  }
  return [...merged].map(([heading, rows]) => ({ heading, rows }));
}

/** The lengths of an interval as the calls name them: minutes, an hour, a day. */
export const INTERVALS = ['15', '30', '1', '24'] as const;
export type IntervalLength = (typeof INTERVALS)[number];
export const DAY_INTERVAL: IntervalLength = '24';

/** What an exported table has in it: counts by interval, or the rows of a summary. */
export interface ExportQuery {
  range: ReportRange;
  step: IntervalLength;
  rows?: { type: ReportType; status: ReportStatus };
}

/** Where a report is taken away as a table; the session stands in the cookie, which `-` says. */
export function exportAddress(host: string, { range, step, rows }: ExportQuery): string {
  const search = new URLSearchParams({ startDate: range.start, endDate: range.end, step, ...rows });
  return `${host}/report/export/-?${search.toString()}`;
}
