/** Routing as its screens have it: queues with their drafts, skills, and agents with levels and a capacity. */
import type { components } from '../api/openapi.gen';
import type { Condition, ConditionField } from '../conditions/model';

type Schemas = components['schemas'];
export type RoutingQueue = Schemas['RoutingQueue'];
export type QueueDraft = Required<Schemas['RoutingQueueDraft']>;
export type SkillRequirement = Schemas['SkillRequirement'];
export type Strategy = Schemas['Strategy'];
export type RoutingSkill = Schemas['RoutingSkill'];
export type RoutingAgent = Schemas['RoutingAgent'];
/** What holds for all agents, the live chats among it. */
export type RoutingSettings = Schemas['RoutingSettings'];
/** What a queue takes in: tickets that nobody has, or visitors of live chat who wait. */
export type Work = Schemas['Work'];

export const WORKS: readonly Work[] = ['tickets', 'live_chats'];

/** What is known of a visitor who waits, so that conditions can ask for it. */
export const VISITOR_FIELDS = ['channel', 'language'] as const satisfies readonly ConditionField[];

export const STRATEGIES: readonly Strategy[] = ['longest_idle', 'least_occupied', 'round_robin', 'most_skilled', 'manual'];

/** As the server takes them. */
export const NAME_MAX = 80;
export const SKILL_NAME_MAX = 60;
export const MEMBERS_MAX = 500;
export const QUEUE_SKILLS_MAX = 20;
export const PRIORITY_MAX = 100;
export const CAPACITY_MAX = 1_000;
export const OFFER_MIN = 10;
/** Seconds of an offer and of wrap-up. */
export const SECONDS_MAX = 3_600;
/** Seconds of waiting after which something changes: a day. */
export const WAIT_SECONDS_MAX = 86_400;
/** Minutes of waiting after which something changes: a week. */
export const WAIT_MINUTES_MAX = 10_080;

const OFFER_SECONDS = 60;
const OVERFLOW_MINUTES = 30;

/** How much an agent holds at most: of everything, and of live chats among it. */
export const CAPACITIES = ['capacity', 'chat_capacity'] as const satisfies readonly (keyof RoutingSettings)[];

export const LEVELS = [1, 2, 3, 4, 5] as const;

/** A queue without what only the server says of it; for null what a new one begins with. */
export function draftOf(known: RoutingQueue | null): QueueDraft {
  return {
    name: known?.name ?? '',
    enabled: known?.enabled ?? true,
    work: known?.work ?? 'tickets',
    conditions: known?.conditions ?? [],
    strategy: known?.strategy ?? 'longest_idle',
    all_agents: known?.all_agents ?? true,
    agents: known?.agents ?? [],
    skills: known?.skills ?? [],
    priority: known?.priority ?? 0,
    ageing_minutes: known?.ageing_minutes ?? 0,
    offer_seconds: known?.offer_seconds ?? OFFER_SECONDS,
    wrap_up_seconds: known?.wrap_up_seconds ?? 0,
    preferred_seconds: known?.preferred_seconds ?? 0,
    relax_seconds: known?.relax_seconds ?? 0,
    calendar_id: known?.calendar_id ?? null,
    always: known?.always ?? true,
    overflow_queue_id: known?.overflow_queue_id ?? null,
    overflow_minutes: known?.overflow_minutes ?? 0,
  };
}

/** A draft in its form, where an emptied field does not yet say that nobody is asked. */
export interface QueueFields extends QueueDraft {
  /** Whether agents are asked before they get something. */
  asks: boolean;
}

export function fieldsOf(known: RoutingQueue | null): QueueFields {
  const draft = draftOf(known);
  return { ...draft, asks: draft.offer_seconds > 0, offer_seconds: draft.offer_seconds || OFFER_SECONDS };
}

/** The draft as it is sent. */
export function bodyOf({ asks, ...draft }: QueueFields): QueueDraft {
  return { ...draft, offer_seconds: asks ? draft.offer_seconds : 0 };
}

/** The overflow queue that was chosen; a first choice gets the usual time. */
export function overflowTo(id: number | null, minutes: number): Pick<QueueDraft, 'overflow_queue_id' | 'overflow_minutes'> {
  return { overflow_queue_id: id, overflow_minutes: id === null ? 0 : minutes || OVERFLOW_MINUTES };
}

/** What changes with what a new queue takes in: what only tickets have goes, and an overflow into a queue of other work. */
export function withWork(draft: QueueFields, work: Work): Partial<QueueFields> {
  if (work === draft.work) return {};
  const overflow = overflowTo(null, 0);
  if (work === 'tickets') return { work, ...overflow };
  const conditions = draft.conditions.filter(({ field }) => VISITOR_FIELDS.some((one) => one === field));
  return { work, ...overflow, conditions, preferred_seconds: 0, wrap_up_seconds: 0 };
}

/** Conditions with other values of a field; without a value the field may be anything. */
export function withValues(conditions: readonly Condition[], field: ConditionField, values: string[]): Condition[] {
  const others = conditions.filter((one) => one.field !== field);
  return values.length === 0 ? others : [...others, { field, values }];
}

/** What is missing in a form before it is sent, as keys of the texts by the field's place. */
export function gapsIn(draft: QueueFields): Record<string, string> {
  const gaps: Record<string, string> = {};
  if (!draft.all_agents && draft.agents.length === 0) gaps['agents'] = 'fault.agents';
  if (draft.strategy === 'most_skilled' && draft.skills.length === 0) gaps['skills'] = 'fault.skills';
  if (draft.asks && draft.offer_seconds < OFFER_MIN) gaps['offer_seconds'] = 'fault.offer';
  if (draft.overflow_queue_id !== null && draft.overflow_minutes === 0) gaps['overflow_minutes'] = 'fault.overflow';
  return gaps;
}

/** An agent with another level of a skill; 0 takes the skill away. */
export function withLevel(agent: RoutingAgent, skill_id: number, level: number): RoutingAgent {
  const others = agent.skills.filter((skill) => skill.skill_id !== skill_id);
  return { ...agent, skills: level === 0 ? others : [...others, { skill_id, level }] };
}

/** The level of a skill that an agent has; 0 without it. */
export function levelOf(agent: RoutingAgent, skill_id: number): number {
  return agent.skills.find((skill) => skill.skill_id === skill_id)?.level ?? 0;
}
