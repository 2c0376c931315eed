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

/**
 * How much a candidate held of how much, as the decision saw it: for a visitor the live chats, where fewer of
 * them than of everything may be held.
 */
export function occupationOf({ load, capacity, chats, chat_capacity }: RoutingCandidate, isVisit: boolean): { held: number; most: number; isOfChats: boolean } {
  return isVisit && chat_capacity < capacity ? { held: chats, most: chat_capacity, isOfChats: true } : { held: load, most: capacity, isOfChats: false };
}

/** Left out for the live chats alone, which happens to nobody when a ticket is given. */
export function isFullOfChats({ left_out, load, capacity }: RoutingCandidate): boolean {
  return left_out === 'full' && load < capacity;
}

/**
 * Whether a decision was about a visitor and not about a ticket. `livechat` is whether its ticket is a live
 * chat; of one that was, and is a ticket now, only candidates without room for live chats can tell.
 */
export function isOfVisit({ candidates }: Pick<RoutingDecision, 'candidates'>, livechat: boolean): boolean {
  return livechat || candidates.some(isFullOfChats);
}

type Compare = (one: RoutingCandidate, other: RoutingCandidate) => number;

const byIdle: Compare = (one, other) => one.idle_ms - other.idle_ms;
const byLoad: Compare = (one, other) => other.load - one.load;
/** What is held by what may be, without the division. */
const byOccupied =
  (isVisit: boolean): Compare =>
  (one, other) => {
    const [mine, theirs] = [occupationOf(one, isVisit), occupationOf(other, isVisit)];
    return theirs.held * Math.max(1, mine.most) - mine.held * Math.max(1, theirs.most);
  };

/** What a strategy looks at first. Whose turn it is stands in no value, and never is the same for two. */
const firstOf = (isVisit: boolean): Readonly<Record<RoutingDecision['strategy'], readonly [ReasonKind, Compare]>> => ({
  longest_idle: ['idle', byIdle],
  least_occupied: ['occupied', byOccupied(isVisit)],
  round_robin: ['turn', () => 1],
  most_skilled: ['skill', (one, other) => one.skill - other.skill],
  manual: ['idle', byIdle],
});

/** Null where the decision does not say what the chosen agent was like. */
export function reasonOf({ strategy, user_id, candidates }: Pick<RoutingDecision, 'strategy' | 'user_id' | 'candidates'>, isVisit: boolean): Reason | null {
  const chosen = candidates.find((one) => one.user_id === user_id);
  if (chosen === undefined) return null;
  const next = candidates.find((one) => one.user_id !== user_id && one.left_out === null) ?? null;
  if (next === null) {
    const kind = candidates.some(({ left_out }) => left_out === 'not_preferred') ? 'preferred' : 'alone';
    return { kind, isTie: false, chosen, next };
  }
  const looked = firstOf(isVisit)[strategy];
  const order: readonly (readonly [ReasonKind, Compare])[] = [looked, ['idle', byIdle], ['load', byLoad]];
  const told = order.find(([, compare]) => compare(chosen, next) > 0);
  const kind = told?.[0] ?? 'order';
  return { kind, isTie: kind !== looked[0], chosen, next };
}
