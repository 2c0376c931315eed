import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Leads somewhere else in place of the address that is open. The router's own `Navigate` acts once for
 * as long as it is mounted, so an address opened while it leads away left an empty page.
 */
export function Redirect({ to, state }: { to: string; state?: unknown }) {
  const navigate = useNavigate();
  // A new value with every navigation, even to the same address.
  const location = useLocation();
  useEffect(() => {
    void navigate(to, { replace: true, state });
    // The state is an object of its own in every rendering; the address decides.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [location, navigate, to]);
  return null;
}
