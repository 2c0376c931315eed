import { create } from 'zustand';
import type { Settings } from '../api/contactFields';
import { UNKNOWN_PLAN, UNKNOWN_RANK, type Session } from './model';

/** `starting` until the first check has answered; `broken` is the error page. */
export type SessionPhase = 'starting' | 'out' | 'in' | 'broken';

interface SessionState {
  phase: SessionPhase;
  session: Session | null;
  /** The line is bad while nobody is known to be logged in. */
  trouble: boolean;
  /** The server runs a newer version than this page. */
  outdated: boolean;
}

export const useSession = create<SessionState>()(() => ({
  phase: 'starting',
  session: null,
  trouble: false,
  outdated: false,
}));

/** What an admin chose counts at once, also in forms that are open. */
export function takeSettings({ contacts_param: fields, contacts_param2: types, dashboard_on: on, popup_on_call: popup, keypresses }: Settings): void {
  useSession.setState(({ session }) => ({
    session: session && {
      ...session,
      contactFields: fields ?? session.contactFields,
      contactTypes: types ?? session.contactTypes,
      isDashboardOn: on == null ? session.isDashboardOn : on > 0,
      popsUpOnCall: popup == null ? session.popsUpOnCall : popup > 0,
      keypresses: keypresses ?? session.keypresses,
    },
  }));
}

/** The logged-in person. Screens behind the gate always have one. */
export function useMe(): Session {
  const session = useSession((state) => state.session);
  if (session === null) throw new Error('A workspace screen was drawn without a session.');
  return session;
}

/** The account's plan, and the person's rank in it. */
export function useStanding(): Pick<Session, 'plan' | 'rank'> {
  const plan = useSession((state) => state.session?.plan ?? UNKNOWN_PLAN);
  const rank = useSession((state) => state.session?.rank ?? UNKNOWN_RANK);
  return { plan, rank };
}
