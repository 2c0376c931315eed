/** Replays of routing as their screens have them: the form of what is asked, and how far figures are apart. */
import type { components } from '../../api/openapi.gen';
import { STRATEGIES, type RoutingQueue, type Strategy, type Work } from '../model';

type Schemas = components['schemas'];
export type RoutingReplay = Schemas['RoutingReplay'];
export type RoutingReplayDetail = Schemas['RoutingReplayDetail'];
export type ReplayDraft = Schemas['ReplayDraft'];
export type RoutingChanges = ReplayDraft['changes'];
export type QueueChange = RoutingChanges['queues'][number];
export type ReplayResult = Schemas['ReplayResult'];
export type ReplayOutcome = Schemas['ReplayOutcome'];
export type ReplayWaits = Schemas['ReplayWaits'];
export type ReplayAgent = Schemas['ReplayAgent'];
export type ReplayDifference = Schemas['ReplayDifference'];

/** As the server takes them. */
export const DAYS_MAX = 7;
export const TARGET_SECONDS_MAX = 86_400;
export const EXTRA_AGENTS_MAX = 50;

const TARGET_SECONDS = 60;
const DAY_BEGINS = '09:00';
const DAY_ENDS = '17:00';
const HOUR_MINUTES = 60;

/** The numbers of a queue that can be other ones, in the order of its form. */
export const QUEUE_AMOUNTS = ['priority', 'offer_seconds', 'wrap_up_seconds', 'preferred_seconds', 'relax_seconds', 'ageing_minutes'] as const;
export type QueueAmount = (typeof QUEUE_AMOUNTS)[number];

/** Of a visitor no previous agent is known, and after a live chat there is no wrap-up. */
export function amountsOf(work: Work): readonly QueueAmount[] {
  return work === 'tickets' ? QUEUE_AMOUNTS : QUEUE_AMOUNTS.filter((name) => name !== 'wrap_up_seconds' && name !== 'preferred_seconds');
}

/** What of a queue would be otherwise; what is not in it stays as it is. */
export type QueueFields = { strategy?: Strategy } & Partial<Record<QueueAmount, number>>;

/** Agents who would be there besides, with the times as they are typed. */
export interface ExtraFields {
  count: number;
  from: string;
  until: string;
  /** Ids of queues; none for all. */
  queues: readonly number[];
}

/** The form of a replay. */
export interface ReplayFields {
  days: number;
  target_seconds: number;
  /** Null for what it is. */
  capacity: number | null;
  chat_capacity: number | null;
  /** By the queue's id. */
  queues: Readonly<Record<string, QueueFields>>;
  extra: readonly ExtraFields[];
}

export const NO_CHANGES: ReplayFields = { days: DAYS_MAX, target_seconds: TARGET_SECONDS, capacity: null, chat_capacity: null, queues: {}, extra: [] };

export const newExtra = (): ExtraFields => ({ count: 1, from: DAY_BEGINS, until: DAY_ENDS, queues: [] });

/** A queue's fields with another value of one; undefined takes it back to what it is. */
export function withChange<K extends keyof QueueFields>(fields: QueueFields, name: K, value: QueueFields[K] | undefined): QueueFields {
  const others = Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
  return value === undefined ? others : { ...others, [name]: value };
}

/** What of a queue really is otherwise: what was typed and is as it is today changes nothing. */
export function changesOf(queue: RoutingQueue, fields: QueueFields | undefined): QueueFields {
  const allowed: readonly string[] = ['strategy', ...amountsOf(queue.work)];
  return Object.fromEntries(
    Object.entries(fields ?? {}).filter(([name, value]) => allowed.includes(name) && value !== (queue as unknown as Record<string, unknown>)[name]),
  );
}

/** "09:30" in minutes after midnight; null when it is no time. */
export function minutesOf(time: string): number | null {
  const [hours, minutes] = time.split(':').map(Number);
  return hours === undefined || minutes === undefined || Number.isNaN(hours) || Number.isNaN(minutes) ? null : hours * HOUR_MINUTES + minutes;
}

/** Minutes after midnight as a clock shows them; the end of the day is 24:00. */
export function clockOf(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / HOUR_MINUTES))}:${two(minutes % HOUR_MINUTES)}`;
}

/** What is sent: only what would be otherwise. Queues that were deleted meanwhile are left out. */
export function bodyOf(fields: ReplayFields, queues: readonly RoutingQueue[], timezone: string): ReplayDraft {
  const changed = queues.map((queue) => ({ id: queue.id, ...changesOf(queue, fields.queues[queue.id]) })).filter((change) => Object.keys(change).length > 1);
  return {
    days: fields.days,
    target_seconds: fields.target_seconds,
    timezone,
    changes: {
      queues: changed,
      agents: [],
      extra_agents: fields.extra.map(({ count, from, until, queues: wanted }) => ({
        count,
        from_minute: minutesOf(from) ?? 0,
        until_minute: minutesOf(until) ?? 0,
        queues: wanted.filter((id) => queues.some((queue) => queue.id === id)),
      })),
      ...(fields.capacity === null ? {} : { capacity: fields.capacity }),
      ...(fields.chat_capacity === null ? {} : { chat_capacity: fields.chat_capacity }),
    },
  };
}

const EXTRA_NAMES: Readonly<Record<string, string>> = { from_minute: 'from', until_minute: 'until' };

/** What the server refused, by the places of the form: it counts the queues that were sent, and the form has them by id. */
export function placesOf(refused: Readonly<Record<string, string>>, sent: ReplayDraft): Record<string, string> {
  return Object.fromEntries(
    Object.entries(refused).map(([field, words]) => {
      const [root, list, at, name] = field.split('.');
      if (root !== 'changes' || list === undefined) return [field, words];
      if (at === undefined || name === undefined) return [list, words];
      if (list === 'queues') return [`queues.${sent.changes.queues[Number(at)]?.id ?? at}.${name}`, words];
      return [list === 'extra_agents' ? `extra.${at}.${EXTRA_NAMES[name] ?? name}` : field, words];
    }),
  );
}

/** What is missing in the form before it is sent, as keys of the texts by the field's place. */
export function gapsIn(fields: ReplayFields): Record<string, string> {
  const gaps: Record<string, string> = {};
  if (fields.target_seconds < 1) gaps['target_seconds'] = 'fault.target';
  let count = 0;
  fields.extra.forEach((extra, at) => {
    count += extra.count;
    if (extra.count < 1 || count > EXTRA_AGENTS_MAX) gaps[`extra.${at}.count`] = 'fault.count';
    if (minutesOf(extra.from) === null) gaps[`extra.${at}.from`] = 'fault.time';
    if (minutesOf(extra.until) === null) gaps[`extra.${at}.until`] = 'fault.time';
  });
  return gaps;
}

export function strategyOf(value: string): Strategy | undefined {
  return STRATEGIES.find((one) => one === value);
}

/** How far the model may be from what happened before its figures are to be doubted. */
const DOUBTED = 0.2;
/** Waits that are no further apart are the same: where nobody waits, a share of it says nothing. */
const SAME_MS = 1_000;

/** How far the model under the same rules is from what happened, by the mean wait. */
export type ModelError = { kind: 'unknown' } | { kind: 'same' } | { kind: 'longer' | 'shorter'; share: number | null; isDoubted: boolean };

export function modelError(happened: ReplayWaits, modelled: ReplayWaits): ModelError {
  const [was, is] = [happened.mean_wait_ms, modelled.mean_wait_ms];
  if (was === null || is === null) return { kind: 'unknown' };
  if (Math.abs(is - was) < SAME_MS) return { kind: 'same' };
  const share = was === 0 ? null : Math.abs(is - was) / was;
  return { kind: is > was ? 'longer' : 'shorter', share, isDoubted: share === null || share > DOUBTED };
}

/** The figures of a row in their order, each with what is better. What came is the same under any rules. */
export const FIGURES = ['arrived', 'given', 'left', 'mean_wait_ms', 'p90_wait_ms', 'service_level'] as const;
export type WaitFigure = (typeof FIGURES)[number];
const BETTER: Readonly<Record<WaitFigure, 'more' | 'less' | null>> = { arrived: null, given: 'more', left: 'less', mean_wait_ms: 'less', p90_wait_ms: 'less', service_level: 'more' };

/** The smallest difference that is written: a second, a percentage point, one ticket. */
const SMALLEST: Readonly<Record<WaitFigure, number>> = { arrived: 1, given: 1, left: 1, mean_wait_ms: 1_000, p90_wait_ms: 1_000, service_level: 0.01 };

export interface FigureDifference {
  tone: 'better' | 'worse' | 'same';
  by: number;
}

/** What a change makes of a figure, beside the model under the same rules; null where the two cannot be compared. */
export function differenceOf(figure: WaitFigure, changed: ReplayWaits, modelled: ReplayWaits): FigureDifference | null {
  const [now, before, better] = [changed[figure], modelled[figure], BETTER[figure]];
  if (better === null || now === null || before === null) return null;
  const steps = (value: number) => Math.round(value / SMALLEST[figure]);
  const by = (steps(now) - steps(before)) * SMALLEST[figure];
  if (by === 0) return { tone: 'same', by };
  return { tone: by > 0 === (better === 'more') ? 'better' : 'worse', by: Math.abs(by) };
}

/** The same queue or agent in each of the outcomes; one may be missing in some. */
export interface Beside<T> {
  happened: T | undefined;
  modelled: T | undefined;
  changed: T | undefined;
}

/** What the outcomes say of the same thing, in the order in which it comes first. */
export function besides<T>(result: ReplayResult, listOf: (outcome: ReplayOutcome) => readonly T[], keyOf: (one: T) => number | null): (Beside<T> & { key: number | null })[] {
  const lists = { happened: listOf(result.happened), modelled: listOf(result.modelled), changed: result.changed === null ? [] : listOf(result.changed) };
  const keys = [...new Set(Object.values(lists).flatMap((list) => list.map(keyOf)))];
  return keys.map((key) => {
    const find = (list: readonly T[]) => list.find((one) => keyOf(one) === key);
    return { key, happened: find(lists.happened), modelled: find(lists.modelled), changed: find(lists.changed) };
  });
}
