/** The supervisory board as its screen has it: agents, queues, live chats, tickets and channels at one moment. */
import type { components } from '../api/openapi.gen';

type Schemas = components['schemas'];
export type SupervisoryBoard = Schemas['SupervisoryBoard'];
export type SupervisedAgent = Schemas['SupervisedAgent'];
export type SupervisedQueue = Schemas['SupervisedQueue'];
export type SupervisedChat = Schemas['SupervisedChat'];
export type SupervisedChannel = Schemas['SupervisedChannel'];
/** The length of a list of tickets; `more` where it was not counted to its end. */
export type SupervisedCount = Schemas['SupervisedCount'];
/** What an agent is told when a supervisor acts on a live chat of theirs. */
export type ChatSupervised = Schemas['ChatSupervised'];

/** As the server takes them. */
export const REASON_MAX = 200;
export const WHISPER_MAX = 10_000;

/** From here on somebody has waited for long: a visitor for an agent, and for an answer. */
export const LONG_WAIT_MS = 180_000;
export const LONG_ANSWER_MS = 60_000;

export type Reach = 'available' | 'full' | 'no_work' | 'wrap_up' | 'away' | 'offline';

const REACHES: readonly Reach[] = ['available', 'full', 'no_work', 'wrap_up', 'away', 'offline'];

/** Whether routing can give an agent something now, and otherwise why not. */
export function reachOf({ not_reachable, load, capacity }: SupervisedAgent): Reach {
  if (not_reachable !== null) return not_reachable;
  if (capacity === 0) return 'no_work';
  return load < capacity ? 'available' : 'full';
}

/** How much of the capacity is used, from 0 to 1. */
export function loadShare({ load, capacity }: Pick<SupervisedAgent, 'load' | 'capacity'>): number {
  return capacity === 0 ? (load > 0 ? 1 : 0) : Math.min(1, load / capacity);
}

/** Who can be given work first, and of those the least occupied. */
export function byReach(agents: readonly SupervisedAgent[]): SupervisedAgent[] {
  const place = (agent: SupervisedAgent) => REACHES.indexOf(reachOf(agent));
  return [...agents].sort((one, other) => place(one) - place(other) || loadShare(one) - loadShare(other) || one.name.localeCompare(other.name));
}

/** The code by which an agent's status is chosen; undefined where it is none of the choices. */
export function chosenCode({ status, second_status, alternate }: SupervisedAgent, choices: readonly StatusChoice[]): string | undefined {
  const code = alternate === '' ? second_status || status : choices.find(({ name }) => name === alternate)?.code;
  return choices.some((choice) => choice.code === code) ? code : undefined;
}

/** A status that an admin can give: one that everybody has, or one of the client's own. */
export interface StatusChoice {
  code: string;
  name: string;
}

/** What is counted as the list behind it counts. */
export function countText({ count, more }: SupervisedCount): string {
  return `${count}${more ? '+' : ''}`;
}

const two = (value: number) => String(value).padStart(2, '0');

/** 0:07, 12:40, 1:02:03; null from a day on, which is told in days and hours. */
export function runningText(ms: number): string | null {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  if (hours >= 24) return null;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The page a visitor came from: its title, else its host and path; empty for no page of a site. */
export function pageName({ page_title, page_url }: Pick<SupervisedChat, 'page_title' | 'page_url'>): string {
  const [, where] = /^https?:\/\/([^?#]+)/.exec(page_url) ?? [];
  return where === undefined ? '' : page_title.trim() || where.replace(/\/$/, '');
}
