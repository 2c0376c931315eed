import type { Macro } from '../api/macros';
import type { Session } from '../session/model';

/** Whether a macro gives its ticket to somebody else alone, so that an agent who runs it sees it no longer. */
export function givesAway({ then }: Macro, { isAdmin, userId }: Pick<Session, 'isAdmin' | 'userId'>): boolean {
  const last = then.findLast((step) => step.do === 'assignee')?.value ?? '';
  return !isAdmin && !['', 'me', String(userId)].includes(last);
}

type Person = Pick<Session, 'username' | 'isAdmin'> | null | undefined;

/** Whether somebody sees a ticket with these participants: admins see all, agents what is free and what is theirs. */
export function isSeenBy(person: Person, participants: readonly string[]): boolean {
  return participants.length === 0 || person?.isAdmin === true || participants.includes(person?.username ?? '');
}
