import { Suspense } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession } from '../session/store';
import { lazyPart } from './lazyScreen';
import { NetworkErrorPage } from './pages/NetworkErrorPage';
import { Splash } from './pages/Splash';
import { Shell } from './Shell';

const LoginPage = lazyPart(async () => (await import('../session/LoginPage')).LoginPage);

/** Nothing is drawn before the first check has said who is here. */
export function Root() {
  const phase = useSession((state) => state.phase);
  if (phase === 'starting') return <Splash />;
  if (phase === 'broken') return <NetworkErrorPage />;
  return (
    <Suspense fallback={<Splash />}>
      <Outlet />
    </Suspense>
  );
}

function wantedPath(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('wanted' in state)) return null;
  return typeof state.wanted === 'string' ? state.wanted : null;
}

/** Logged out, every known path leads to the login at `/`; after it, to where one was going. */
export function Gate() {
  const phase = useSession((state) => state.phase);
  const location = useLocation();
  if (phase !== 'in') {
    if (location.pathname === '/') return <LoginPage />;
    return <Navigate to="/" replace state={{ wanted: `${location.pathname}${location.search}` }} />;
  }
  const wanted = wantedPath(location.state);
  if (location.pathname === '/' && wanted !== null) return <Navigate to={wanted} replace />;
  // A pop-up window holds one conversation and nothing around it.
  if (location.pathname.startsWith('/popup/')) return <Outlet />;
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}

export function LoggedOutOnly() {
  const phase = useSession((state) => state.phase);
  return phase === 'in' ? <Navigate to="/" replace /> : <LoginPage />;
}
