import { useLeadTo } from './useLeadTo';

/**
 * Leads somewhere else in place of the address that is open. The router's own `Navigate` acts once for
 * as long as it is mounted, so an address opened while it leads away left an empty page.
 */
export function Redirect({ to, state }: { to: string; state?: unknown }) {
  useLeadTo(to, () => ({ state }));
  return null;
}
