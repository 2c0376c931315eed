/** Scheduled reports as their form has them: what is reported, when it goes out, and to whom. */
import type { components } from '../api/openapi.gen';
import type { Agent } from '../api/types';
import { UTC } from '../session/profile/zones';

type Schemas = components['schemas'];
export type ScheduledReport = Schemas['ScheduledReport'];
export type ScheduledReportRun = Schemas['ScheduledReportRun'];
export type ScheduleDraft = Required<Schemas['ScheduledReportDraft']>;

/** What a group of the form is given. */
export interface PartProps {
  draft: ScheduleDraft;
  /** What is wrong, by field. */
  faults: Readonly<Record<string, string>>;
  onChange: (part: Partial<ScheduleDraft>) => void;
}

export const REPORTS = ['performance', 'calls'] as const satisfies readonly ScheduleDraft['report'][];
export type ReportKind = (typeof REPORTS)[number];

/** What the rows of each report can be. */
export const GROUPS = {
  performance: ['day', 'agent', 'department', 'channel', 'label'],
  calls: ['day', 'agent', 'line'],
} as const satisfies Readonly<Record<ReportKind, readonly ScheduleDraft['group'][]>>;

export const TYPES = ['', 'ticket', 'livechat'] as const satisfies readonly ScheduleDraft['type'][];
export const DAYS = ['yesterday', 'last_7_days', 'last_30_days', 'last_week', 'last_month'] as const satisfies readonly ScheduleDraft['days'][];
export const FORMATS = ['xlsx', 'csv'] as const satisfies readonly ScheduleDraft['format'][];
export const REPEATS = ['daily', 'weekly', 'monthly'] as const satisfies readonly ScheduleDraft['repeat'][];
/** 1 for Monday to 7 for Sunday. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** As the server takes them. */
export const NAME_MAX = 80;
export const DAY_MAX = 28;
export const RECIPIENTS_MAX = 50;

const MONDAY = 1;
const NOT_NARROWED = { type: '', channel: '', department: null, label: null } as const satisfies Partial<ScheduleDraft>;

/** UTC has two names; the zone's field and the server know both, and they are one zone. */
export function zoneValue(zone: string): string {
  return zone === 'UTC' ? UTC.value : zone;
}

/** What a new one begins with: the figures of a week, on Monday morning, to whoever makes it. */
export function newDraft(me: number, timezone: string): ScheduleDraft {
  return {
    name: '',
    enabled: true,
    report: 'performance',
    group: 'day',
    ...NOT_NARROWED,
    days: 'last_7_days',
    format: 'xlsx',
    repeat: 'weekly',
    weekdays: [MONDAY],
    day_of_month: 1,
    time: '08:00',
    timezone: zoneValue(timezone),
    recipients: [me],
    skip_empty: true,
  };
}

/** A scheduled report without what only the server says of it. */
export function draftOf(known: ScheduledReport): ScheduleDraft {
  return {
    name: known.name,
    enabled: known.enabled,
    report: known.report,
    group: known.group,
    type: known.type,
    channel: known.channel,
    department: known.department ?? null,
    label: known.label ?? null,
    days: known.days,
    format: known.format,
    repeat: known.repeat,
    weekdays: known.weekdays,
    day_of_month: known.day_of_month,
    time: known.time,
    timezone: known.timezone,
    recipients: known.recipients,
    skip_empty: known.skip_empty,
  };
}

/** What is sent: nothing of what the form does not show. */
export function bodyOf(draft: ScheduleDraft): ScheduleDraft {
  return {
    ...draft,
    ...(draft.report === 'performance' ? {} : NOT_NARROWED),
    weekdays: draft.repeat === 'weekly' ? [...draft.weekdays].sort((a, b) => a - b) : [],
  };
}

/** What changes with the report: rows that the other one has not are by day. */
export function withReport(draft: ScheduleDraft, report: ReportKind): Partial<ScheduleDraft> {
  const groups: readonly ScheduleDraft['group'][] = GROUPS[report];
  return { report, group: groups.includes(draft.group) ? draft.group : 'day' };
}

/** What changes with how often it goes out: a week begins with its Monday. */
export function withRepeat(draft: ScheduleDraft, repeat: ScheduleDraft['repeat']): Partial<ScheduleDraft> {
  return { repeat, ...(repeat === 'weekly' && draft.weekdays.length === 0 ? { weekdays: [MONDAY] } : {}) };
}

/** How the weekdays of one are told: all seven and the five from Monday have words of their own. */
export function weekOf(weekdays: readonly number[]): 'daily' | 'workdays' | 'weekly' {
  const days = new Set(weekdays);
  if (days.size === 7) return 'daily';
  return days.size === 5 && !days.has(6) && !days.has(7) ? 'workdays' : 'weekly';
}

/** Whether somebody it was for did not get its mail, and will not. */
export function hasMissed({ refused, no_address: noAddress, failed }: ScheduledReportRun): boolean {
  return refused + noAddress + failed > 0;
}

/** Users as a picker names them: by username as well where two have the same name. */
export function choicesOf(users: readonly Pick<Agent, 'id' | 'name' | 'username'>[]): { value: string; label: string }[] {
  const named = users.map(({ id, name, username }) => ({ id, username, name: name === '' ? username : name }));
  const times = new Map<string, number>();
  for (const { name } of named) times.set(name, (times.get(name) ?? 0) + 1);
  return named.map(({ id, name, username }) => ({ value: String(id), label: times.get(name) === 1 ? name : `${name} (${username})` }));
}
