/** What the dashboard takes of the reports and of the lists of tickets. */
import { useMemo } from 'react';
import type { TicketFilter } from '../../api/types';
import type { DashboardDesk, GroupName, RangeFieldProps } from '../../dashboard/desk';
import type { DashboardStatusCode } from '../../dashboard/types';
import { todayOf } from '../../reports/days';
import { RangeField } from '../../reports/RangeField';
import { useMe } from '../../session/store';
import { ANY } from '../../tickets/narrow';
import { useNow } from '../../ui/useNow';
import { useNavItems } from '../nav';
import { paths } from '../paths';
import { useGroupName } from './groupName';
import { listPath } from './homeLists';

const FILTERS: Readonly<Record<DashboardStatusCode, TicketFilter | undefined>> = { 0: 'open', 1: 'pending', 2: 'solved', 3: 'closed' };

/** A dashboard's bars lead to the lists of what was opened in the same days; not where the account has no tickets. */
function linksTo(hasTickets: boolean): DashboardDesk['links'] {
  const list = (path: string) => (hasTickets ? path : null);
  return {
    status: (status, { start, end }) => list(listPath(FILTERS[status] ?? 'all', { ...ANY, received: `${start},${end}` })),
    open: list(paths.tickets),
  };
}

const rangeField = (props: RangeFieldProps) => <RangeField ref={null} {...props} />;

export function useDashboardDesk(): DashboardDesk {
  const today = todayOf(useMe().timezone, useNow());
  const hasTickets = useNavItems().some(({ to }) => to === paths.tickets);
  const links = useMemo(() => linksTo(hasTickets), [hasTickets]);
  const groupName: GroupName = useGroupName();
  return { today, links, groupName, rangeField };
}
