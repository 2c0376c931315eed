/** The calls of the reports. */
import { api } from '../api/client';
import type { components } from '../api/openapi.gen';
import type { BusyKind } from './busyHours';
import type { ReportRange } from './days';
import type { Figure, Grouping, Narrowed, OpenedFacts, Performance } from './performance';
import type { CallGrouping, CallReportAnswer } from './telephone/figures';
import { DAY_INTERVAL, type AuxAnswer, type IntervalLength, type ReportStatus, type ReportType, type SummaryPage } from './model';

type Schemas = components['schemas'];
export type IntervalsAnswer = Schemas['ReportIntervals'];
export type CsatAnswer = Schemas['Csat'];
export type BusyHoursAnswer = Schemas['BusyHours'];

interface UntypedOptions {
  query: Record<string, string | number>;
  signal?: AbortSignal;
}

/** For calls whose answers are written by hand in the model. */
const getUntyped = api.get as unknown as <T>(path: string, options: UntypedOptions) => Promise<T>;

const daysOf = ({ start, end }: ReportRange) => ({ startDate: start, endDate: end });

export interface SummaryQuery {
  type: ReportType;
  status: ReportStatus;
  offset: number;
  range: ReportRange;
}

/** A page of tickets that were opened within the days. The session stands in the cookie, which `-` says. */
export function generateSummary({ type, status, offset, range }: SummaryQuery): Promise<SummaryPage> {
  return getUntyped('/report/generate', { query: { token: '-', type, status, offset, ...daysOf(range) } });
}

export function readIntervals(range: ReportRange, interval: IntervalLength = DAY_INTERVAL, signal?: AbortSignal): Promise<IntervalsAnswer> {
  return api.get('/api/report/interval', { query: { ...daysOf(range), interval }, signal });
}

export function readAux(range: ReportRange, signal: AbortSignal): Promise<AuxAnswer> {
  return getUntyped('/api/report/aux', { query: daysOf(range), signal });
}

export function readCsat(range: ReportRange, signal: AbortSignal): Promise<CsatAnswer> {
  return api.get('/api/report/csat', { query: daysOf(range), signal });
}

/** By the hour of the week, on the clock of the caller's zone. */
export function readBusyHours(range: ReportRange, kind: BusyKind, signal: AbortSignal): Promise<BusyHoursAnswer> {
  return api.get('/api/report/busy_hours', { query: { ...daysOf(range), ...(kind === 'both' ? {} : { type: kind }) }, signal });
}

/** How fast customers were answered and helped, by rows of a grouping. */
export function readPerformance(range: ReportRange, narrowed: Narrowed, { group, compare }: { group: Grouping; compare: boolean }, signal: AbortSignal): Promise<Performance> {
  return api.get('/api/report/performance', { query: { ...daysOf(range), ...narrowed, group, ...(compare ? { compare } : {}) }, signal });
}

/** Telephone calls and how fast they were answered, by rows of a grouping. */
export function readCallReport(range: ReportRange, { group, compare }: { group: CallGrouping; compare: boolean }, signal: AbortSignal): Promise<CallReportAnswer> {
  return api.get('/api/report/calls', { query: { ...daysOf(range), group, ...(compare ? { compare } : {}) }, signal });
}

/** What a figure counts, a page of it. */
export function openFigure(range: ReportRange, narrowed: Narrowed, figure: Figure, after: string, signal: AbortSignal): Promise<OpenedFacts> {
  return api.get('/api/report/performance/opened', { query: { ...daysOf(range), ...narrowed, figure, ...(after === '' ? {} : { after }) }, signal });
}
