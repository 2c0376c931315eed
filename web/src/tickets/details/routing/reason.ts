/** Why a routing decision chose its agent and not the next one. */
import type { RoutingCandidate, RoutingDecision } from '../../../api/types';

/**
 * What told the chosen agent from the next candidate. `idle`, `occupied`, `turn` and `skill` are what
 * the strategies look at, `load` and `order` what breaks a tie. `alone` is without a next one, and
 * `preferred` asked only who had the customer before.
 */
export type ReasonKind = 'idle' | 'occupied' | 'turn' | 'skill' | 'load' | 'order' | 'alone' | 'preferred';

export interface Reason {
  kind: ReasonKind;
  /** Whether both were equal in what the strategy looks at, so that something else told them apart. */
  isTie: boolean;
  chosen: RoutingCandidate;
  /** Null where there was nobody else. */
  next: RoutingCandidate | null;
}

type Compare = (one: RoutingCandidate, other: RoutingCandidate) => number;

const byIdle: Compare = (one, other) => one.idle_ms - other.idle_ms;
const byLoad: Compare = (one, other) => other.load - one.load;
/** Load by capacity, without the division. */
const byOccupied: Compare = (one, other) => other.load * Math.max(1, one.capacity) - one.load * Math.max(1, other.capacity);

/** What a strategy looks at first. Whose turn it is stands in no value, and never is the same for two. */
const FIRST: Readonly<Record<RoutingDecision['strategy'], readonly [ReasonKind, Compare]>> = {
  longest_idle: ['idle', byIdle],
  least_occupied: ['occupied', byOccupied],
  round_robin: ['turn', () => 1],
  most_skilled: ['skill', (one, other) => one.skill - other.skill],
  manual: ['idle', byIdle],
};

/** Null where the decision does not say what the chosen agent was like. */
export function reasonOf({ strategy, user_id, candidates }: Pick<RoutingDecision, 'strategy' | 'user_id' | 'candidates'>): Reason | null {
  const chosen = candidates.find((one) => one.user_id === user_id);
  if (chosen === undefined) return null;
  const next = candidates.find((one) => one.user_id !== user_id && one.left_out === null) ?? null;
  if (next === null) {
    const kind = candidates.some(({ left_out }) => left_out === 'not_preferred') ? 'preferred' : 'alone';
    return { kind, isTie: false, chosen, next };
  }
  const first = FIRST[strategy];
  const order: readonly (readonly [ReasonKind, Compare])[] = [first, ['idle', byIdle], ['load', byLoad]];
  const told = order.find(([, compare]) => compare(chosen, next) > 0);
  const kind = told?.[0] ?? 'order';
  return { kind, isTie: kind !== first[0], chosen, next };
}
