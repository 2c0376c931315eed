import { draftOf, type RoutingQueue } from '../model';
import type { ReplayDraft, ReplayOutcome, ReplayResult, ReplayWaits, RoutingReplay, RoutingReplayDetail } from './model';

/** What the tests of replays replay. */
export const SALES: RoutingQueue = { ...draftOf(null), id: 3, name: 'Sales', priority: 5, wrap_up_seconds: 30, waiting: 0, waiting_since: null, broken: false };
export const CHATS: RoutingQueue = { ...SALES, id: 4, name: 'Chats', work: 'live_chats', strategy: 'round_robin', offer_seconds: 0, wrap_up_seconds: 0 };

export const SAME: ReplayDraft = { days: 7, target_seconds: 60, timezone: 'UTC', changes: { queues: [], agents: [], extra_agents: [] } };
export const CHANGED: ReplayDraft = {
  ...SAME,
  days: 2,
  changes: {
    queues: [{ id: 3, strategy: 'round_robin', offer_seconds: 0, priority: 9 }],
    agents: [],
    capacity: 4,
    extra_agents: [{ count: 2, from_minute: 570, until_minute: 1_020, queues: [] }],
  },
};

export const ENDED = Date.parse('2026-11-29T09:05:00Z');

export function aReplay(over: Partial<RoutingReplay> = {}): RoutingReplay {
  return { id: 1, draft: CHANGED, state: 'done', progress: 100, failure: '', created_by: 'mei', created_at: ENDED, ended_at: ENDED, ...over };
}

export function waits(over: Partial<ReplayWaits> = {}): ReplayWaits {
  return { arrived: 200, given: 180, left: 15, waiting: 5, mean_wait_ms: 100_000, median_wait_ms: 50_000, p90_wait_ms: 240_000, service_level: 0.8, ...over };
}

export function anOutcome(total: ReplayWaits, over: Partial<ReplayOutcome> = {}): ReplayOutcome {
  return { total, queues: [{ id: 3, name: 'Sales', waits: total }], agents: [{ user_id: 5, name: 'Mei', given: 90, there_ms: 7.5 * 3_600_000, mean_load: 2.25 }], ...over };
}

export function aResult(over: Partial<ReplayResult> = {}): ReplayResult {
  const modelled = waits({ mean_wait_ms: 110_000 });
  const changed = waits({ given: 190, left: 16, mean_wait_ms: 50_000, p90_wait_ms: 240_100, service_level: 0.84 });
  return {
    from: ENDED - 2 * 86_400_000,
    until: ENDED,
    decisions: 1_234,
    differences: 0,
    first_differences: [],
    happened: anOutcome(waits()),
    modelled: anOutcome(modelled),
    changed: anOutcome(changed, {
      agents: [
        { user_id: 5, name: 'Mei', given: 60, there_ms: 7.5 * 3_600_000, mean_load: 1.5 },
        { user_id: null, name: '', given: 130, there_ms: 30 * 3_600_000, mean_load: null },
      ],
    }),
    ...over,
  };
}

export function aDetail(over: Partial<RoutingReplay> = {}, result: ReplayResult | null = null): RoutingReplayDetail {
  return { ...aReplay(over), result };
}
