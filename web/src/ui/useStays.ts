import { useCallback, useContext } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation } from 'react-router';

/**
 * Whether the address that is drawn is still the router's; a new function with every navigation, even to the
 * same address. What is drawn may be a moment behind, and an effect that leads elsewhere must not take back
 * where somebody has gone since.
 */
export function useStays(): () => boolean {
  const router = useContext(DataRouterContext)?.router;
  const drawn = useLocation();
  return useCallback(() => {
    const now = router?.state;
    return now === undefined || (now.location.key === drawn.key && now.navigation.state === 'idle');
  }, [router, drawn]);
}
