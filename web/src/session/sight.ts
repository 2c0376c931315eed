import type { Macro } from '../api/macros';
import { holds, type Person } from './abilities';
import type { Session } from './model';

/** Whether a macro gives its ticket to somebody else alone, so that an agent who runs it sees it no longer. */
export function givesAway({ then }: Macro, me: Person & Pick<Session, 'userId'>): boolean {
  const last = then.findLast((step) => step.do === 'assignee')?.value ?? '';
  return !holds(me, 'view_all') && !['', 'me', String(me.userId)].includes(last);
}

/** Whether somebody sees a ticket with these participants: whoever may view all does, others what is free and what is theirs. */
export function isSeenBy(person: (Person & Pick<Session, 'username'>) | null | undefined, participants: readonly string[]): boolean {
  return participants.length === 0 || (person != null && holds(person, 'view_all')) || participants.includes(person?.username ?? '');
}
