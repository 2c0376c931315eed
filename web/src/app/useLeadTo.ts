import { useEffect } from 'react';
import { useNavigate, type NavigateOptions } from 'react-router';
import { useStays } from '../ui/useStays';

/** Leads to `to` in place of the address that is open, as often as it is opened; nowhere while `to` is null. */
export function useLeadTo(to: string | null, options: () => NavigateOptions) {
  const navigate = useNavigate();
  const stays = useStays();
  useEffect(() => {
    if (to !== null && stays()) void navigate(to, { ...options(), replace: true });
    // The options are a new function in every rendering; the address decides.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [navigate, stays, to]);
}
