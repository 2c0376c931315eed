import { useCallback, useContext } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation } from 'react-router';

/**
 * Whether the address that is drawn is still the router's. What is drawn may be a moment behind, and an
 * effect that leads elsewhere must not take back where somebody has gone since.
 */
export function useStays(): () => boolean {
  const router = useContext(DataRouterContext)?.router;
  const { key, pathname } = useLocation();
  return useCallback(() => {
    if (router === undefined) return true;
    const { location, navigation } = router.state;
    return location.key === key && location.pathname === pathname && navigation.state === 'idle';
  }, [router, key, pathname]);
}
