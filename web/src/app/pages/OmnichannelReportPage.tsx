import { DashboardSwitch } from '../../dashboard/DashboardSwitch';
import { OmnichannelReport } from '../../reports/OmnichannelReport';

/** The report, and for admins the way to put the same figures on the home page. */
export function Screen() {
  return <OmnichannelReport aside={<DashboardSwitch />} />;
}
