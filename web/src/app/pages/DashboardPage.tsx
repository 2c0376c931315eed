import { mayViewDashboard } from '../../dashboard/access';
import { DashboardRoom } from '../../dashboard/DashboardRoom';
import { useMe } from '../../session/store';
import { Redirect } from '../Redirect';
import { paths } from '../paths';
import { useDashboardDesk } from './dashboardDesk';

/** The dashboard at an address of its own, for whom the configuration lists; who may not view reports goes home. */
export function Screen() {
  const me = useMe();
  const desk = useDashboardDesk();
  return mayViewDashboard(me) ? <DashboardRoom desk={desk} /> : <Redirect to={paths.home} />;
}
