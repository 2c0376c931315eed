import { useCallback } from 'react';
import { useLocation } from 'react-router';

/** The mobile views are the same screens without the panel, at addresses of their own. */
export const MOBILE = '/mobile';

/** The address of a place in the view one is in: from a mobile view to the mobile view of it. */
export function useView(): (path: string) => string {
  const mobile = useLocation().pathname.startsWith(`${MOBILE}/`);
  return useCallback((path: string) => (mobile ? `${MOBILE}${path}` : path), [mobile]);
}
