import { useLocation, useParams } from 'react-router';
import { useVariant } from '../../api/variant';
import { lastTicket } from '../../tickets/lastTicket';
import { masked } from '../../ui/settingsAddress';
import { MOBILE } from '../../ui/useView';
import { paths } from '../paths';
import { useLeadTo } from '../useLeadTo';

/** A section's address that was typed, pasted or followed from elsewhere: the section opens over the last screen, or over the home. */
export function Screen() {
  const { section = '' } = useParams();
  const mobile = useLocation().pathname.startsWith(`${MOBILE}/`);
  const { mine, mineKnown } = useVariant();
  const last = mine.restore_ticket ? lastTicket() : null;
  const under = mobile ? `${MOBILE}${paths.tickets}` : (last ?? paths.home);
  useLeadTo(mobile || mineKnown ? under : null, () => masked(under, section, null));
  return null;
}
