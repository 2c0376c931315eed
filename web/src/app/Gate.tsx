import { Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useVariant } from '../api/variant';
import { TRIAL_PLAN } from '../session/model';
import { useSession, useStanding } from '../session/store';
import { lastTicket } from '../tickets/lastTicket';
import { MOBILE } from '../ui/useView';
import { lazyPart, queried } from './lazyScreen';
import { featureAt, isOpenOnTrial, isPublic } from './menu';
import { NetworkErrorPage } from './pages/NetworkErrorPage';
import { Splash } from './pages/Splash';
import { loadFrame, useFrame } from './frame';
import { Redirect } from './Redirect';
import { paths } from './paths';
import { useBrand } from './useBrand';

const LoginPage = lazyPart(queried(async () => (await import('../session/LoginPage')).LoginPage));

/** Nothing is drawn before the first check has said who is here. */
export function Root() {
  const phase = useSession((state) => state.phase);
  const known = useVariant((state) => state.settled);
  useBrand();
  if (phase === 'starting' || !known) return <Splash />;
  if (phase === 'broken') return <NetworkErrorPage />;
  return (
    <Suspense fallback={<Splash />}>
      <Outlet />
    </Suspense>
  );
}

/** Only those whom the configuration lists have it. */
const DASHBOARD = paths.dashboard;

/** How the router marks the address a tab was opened with. */
const FIRST = 'default';

function wantedPath(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('wanted' in state)) return null;
  return typeof state.wanted === 'string' ? state.wanted : null;
}

/** The lowest plan that is paid for has all places that a trial lacks. */
const LOWEST_PLAN = 1;

/** Home, with what would open the place that was asked for. The window of the plans comes with the frame. */
function ClosedOnTrial() {
  useEffect(() => {
    void loadFrame().then(
      ({ openUpgrade }) => openUpgrade(LOWEST_PLAN),
      () => undefined,
    );
  }, []);
  return <Redirect to="/" />;
}

/**
 * Logged out, every known path leads to the login at `/`; after it, to where one was going. A trial
 * account stays where there is something to try, and nobody goes to what the account does not have.
 */
export function Gate() {
  const phase = useSession((state) => state.phase);
  const { plan } = useStanding();
  const features = useSession((state) => state.session?.features);
  const { mine, mineKnown } = useVariant();
  const location = useLocation();
  const { desk, failed } = useFrame();
  const inside = phase === 'in';
  useEffect(() => {
    if (inside) void loadFrame().catch(() => undefined);
  }, [inside]);
  if (!inside) {
    if (location.pathname === '/') return <LoginPage />;
    if (isPublic(location.pathname)) return <Outlet />;
    const { pathname, search } = location.mask ?? location;
    return <Redirect to="/" state={{ wanted: `${pathname}${search}` }} />;
  }
  const wanted = wantedPath(location.state);
  const restored = location.pathname === '/' && location.key === FIRST && mine.restore_ticket ? lastTicket() : null;
  if (location.pathname === '/' && wanted !== null) return <Redirect to={wanted} />;
  if (plan === TRIAL_PLAN && !isOpenOnTrial(location.pathname)) return <ClosedOnTrial />;
  const feature = featureAt(location.pathname);
  const lacks = feature !== null && features?.includes(feature) === false;
  const listed = feature === 'customer_analysis' ? mine.customer_analysis : location.pathname === DASHBOARD && mine.dashboard;
  if ((lacks || location.pathname === DASHBOARD) && !listed) {
    // Who is listed for what comes a moment after the session.
    const asks = feature === 'customer_analysis' || location.pathname === DASHBOARD;
    return asks && !mineKnown ? null : <Redirect to="/" />;
  }
  if (restored !== null) return <Redirect to={restored} />;
  // A pop-up window holds one conversation and nothing around it.
  if (location.pathname.startsWith('/popup/')) return <Outlet />;
  if (desk === null) return failed ? <NetworkErrorPage /> : <Splash />;
  const { MobileFrame, Shell } = desk;
  if (location.pathname.startsWith(`${MOBILE}/`)) {
    return (
      <MobileFrame>
        <Outlet />
      </MobileFrame>
    );
  }
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}

/** Pages for those who have no session yet; who has one is at home. */
export function Strangers() {
  const phase = useSession((state) => state.phase);
  return phase === 'in' ? <Redirect to="/" /> : <Outlet />;
}
