import { useParams } from 'react-router';
import { SharedDashboard } from '../../dashboard/SharedDashboard';
import { useGroupName } from './groupName';

/** The dashboard behind a link, with a session or without one. */
export function SharedDashboardPage() {
  const { token = '' } = useParams();
  const groupName = useGroupName();
  return <SharedDashboard key={token} token={token} groupName={groupName} />;
}
