import type { Permission, Session } from './model';
import { useSession } from './store';

/** What permissions grant; admins have it without them. */
export type Grant = Extract<Permission, 'view_report' | 'call_settings' | 'view_all' | 'supervise' | 'view_audit' | 'api_keys'>;

/** As much of somebody as it takes to know what they may. */
export type Person = Pick<Session, 'isAdmin'> & Partial<Pick<Session, 'permissions'>>;

/** Whether somebody has a permission that grants something. */
export function holds({ isAdmin, permissions }: Person, grant: Grant): boolean {
  return isAdmin || permissions?.[grant] === true;
}

/** The same for whoever is logged in; nobody has what is no permission. */
export function useHolds(grant: Grant | undefined): boolean {
  return useSession(({ session }) => session !== null && grant !== undefined && holds(session, grant));
}

/** How much somebody may change: all that is let, notes, or only what is their own. The server decides it the same way. */
export interface Abilities {
  /** Answers customers and works on tickets. */
  answers: boolean;
  /** Writes notes. */
  notes: boolean;
}

const EVERYTHING: Abilities = { answers: true, notes: true };
const NOTES: Abilities = { answers: false, notes: true };
const NOTHING: Abilities = { answers: false, notes: false };

/** The narrower limit counts, and admins have none: they could lift it themselves. */
export function abilitiesOf(person: Person | null): Abilities {
  if (person === null || person.isAdmin) return EVERYTHING;
  if (person.permissions?.read_only === true) return NOTHING;
  return person.permissions?.notes_only === true ? NOTES : EVERYTHING;
}

/** Whether somebody steps into live chats and sets the status of agents: who changes nothing of the desk's does neither. */
export function supervises(person: Person | null): boolean {
  return person !== null && holds(person, 'supervise') && abilitiesOf(person).answers;
}

/** What whoever is logged in may change, at this moment. */
export function abilitiesNow(): Abilities {
  return abilitiesOf(useSession.getState().session);
}

/** The same for a component, which is drawn anew when a role changes. */
export function useAbilities(): Abilities {
  return useSession(({ session }) => abilitiesOf(session));
}
