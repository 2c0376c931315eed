import { SetupPage } from '../../session/setup/SetupPage';
import { useSession } from '../../session/store';
import { Redirect } from '../Redirect';

/** For those without a session; who has one is at home. */
export function Setup() {
  const phase = useSession((state) => state.phase);
  return phase === 'in' ? <Redirect to="/" /> : <SetupPage />;
}
