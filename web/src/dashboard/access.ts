/** Who sees the dashboard, and which tab of the home page a person left open. */
import { keep } from '../api/keep';
import type { Session } from '../session/model';

export function mayViewDashboard({ isAdmin, permissions }: Pick<Session, 'isAdmin' | 'permissions'>): boolean {
  return isAdmin || permissions.view_report;
}

/** Whether it stands on the home page: once an admin turned it on, for whoever may view reports. */
export function hasDashboardAtHome(me: Pick<Session, 'isAdmin' | 'permissions' | 'userId' | 'isDashboardOn'>): boolean {
  return me.isDashboardOn && me.userId > 0 && mayViewDashboard(me);
}

export const HOME_TABS = ['dashboard', 'queue'] as const;
export type HomeTab = (typeof HOME_TABS)[number];

type Person = Pick<Session, 'client' | 'username'>;

const key = ({ client, username }: Person) => `patchbay.home_tab.${client}.${username}`;

export function keptHomeTab(person: Person): HomeTab {
  try {
    return HOME_TABS.find((tab) => tab === localStorage.getItem(key(person))) ?? 'dashboard';
  } catch {
    return 'dashboard';
  }
}

export function keepHomeTab(person: Person, tab: HomeTab): void {
  keep(key(person), tab);
}
