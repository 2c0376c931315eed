import type { ReactNode } from 'react';
import { DashboardRoom } from '../../dashboard/DashboardRoom';
import { HomeTabs } from '../../dashboard/HomeTabs';
import { useDashboardDesk } from './dashboardDesk';

/** The home page with the dashboard, and the queue behind the other tab. */
export function HomeDashboard({ queue }: { queue: ReactNode }) {
  const desk = useDashboardDesk();
  return <HomeTabs dashboard={<DashboardRoom desk={desk} />} queue={queue} />;
}
