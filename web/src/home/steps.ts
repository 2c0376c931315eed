import { keep } from '../api/keep';

/** What makes a new desk ready, in the order in which it is best done. */
export const STEPS = ['channel', 'colleague', 'message', 'hours', 'label'] as const;

export type Step = (typeof STEPS)[number];

/** What the desk has by now. */
export interface DeskFacts {
  channels: number;
  users: number;
  tickets: number;
  calendars: number;
  labels: number;
}

export type StepsDone = Readonly<Record<Step, boolean>>;

export function stepsDone({ channels, users, tickets, calendars, labels }: DeskFacts): StepsDone {
  return { channel: channels > 0, colleague: users > 1, message: tickets > 0, hours: calendars > 0, label: labels > 0 };
}

const YOUNG_MS = 30 * 86_400_000;

/**
 * A desk is as old as its first user. One with so many users that they do not come on one page is not
 * being set up any more.
 */
export function isYoung({ data, more }: { data: readonly { created_at: number }[]; more: boolean }, now: number): boolean {
  return !more && data.length > 0 && now - Math.min(...data.map(({ created_at }) => created_at)) < YOUNG_MS;
}

interface Person {
  client: string;
  username: string;
}

const key = ({ client, username }: Person) => `patchbay.checklist.${client}.${username}`;
const HIDDEN = 'hidden';

/** Whether this person wants to see it no more, in this browser. */
export function isHidden(person: Person): boolean {
  try {
    return localStorage.getItem(key(person)) === HIDDEN;
  } catch {
    return false;
  }
}

export function hide(person: Person): void {
  keep(key(person), HIDDEN);
}
