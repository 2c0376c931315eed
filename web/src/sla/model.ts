/** SLA policies as their form has them: targets, conditions, and the calendar whose open hours count. */
import type { components } from '../api/openapi.gen';

type Schemas = components['schemas'];
export type SlaPolicy = Schemas['SlaPolicy'];
export type PolicyDraft = Required<Schemas['SlaPolicyDraft']>;

/** What can be promised, in the order in which it is due. */
export const METRICS = ['first_reply', 'next_reply', 'resolution', 'update'] as const;
export type Metric = (typeof METRICS)[number];

/** As the server takes them. */
export const MINUTES_MAX = 525_600;
export const WARN_MIN = 1;
export const WARN_MAX = 99;
const WARN_PERCENT = 75;
const REOPEN_MINUTES = 1440;

/** A policy without what only the server says of it; for null what a new one begins with. */
export function draftOf(known: SlaPolicy | null): PolicyDraft {
  return {
    name: known?.name ?? '',
    enabled: known?.enabled ?? true,
    conditions: known?.conditions ?? [],
    calendar_id: known?.calendar_id ?? null,
    always: known?.always ?? false,
    first_reply: known?.first_reply ?? null,
    next_reply: known?.next_reply ?? null,
    resolution: known?.resolution ?? null,
    update: known?.update ?? null,
    warn_percent: known?.warn_percent ?? WARN_PERCENT,
    pause_pending: known?.pause_pending ?? true,
    reopen_minutes: known?.reopen_minutes ?? REOPEN_MINUTES,
  };
}

/** The targets that are set, with their minutes. */
export function targetsOf(draft: Pick<PolicyDraft, Metric>): { metric: Metric; minutes: number }[] {
  return METRICS.flatMap((metric) => {
    const minutes = draft[metric];
    return minutes === null ? [] : [{ metric, minutes }];
  });
}

/** Minutes after hours or minutes were typed; null once nothing stands in either field. */
export function typedMinutes(before: number | null, part: 'hours' | 'minutes', typed: string | number): number | null {
  const rest = before === null ? 0 : part === 'hours' ? before % 60 : before - (before % 60);
  if (typed === '' && rest === 0) return null;
  return Math.min(MINUTES_MAX, rest + Number(typed) * (part === 'hours' ? 60 : 1));
}
