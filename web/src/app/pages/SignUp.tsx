import { SignupPage } from '../../session/signup/SignupPage';
import { useSession } from '../../session/store';
import { Redirect } from '../Redirect';

/** For those without a session; who has one is at home. */
export function SignUp() {
  const phase = useSession((state) => state.phase);
  return phase === 'in' ? <Redirect to="/" /> : <SignupPage />;
}
