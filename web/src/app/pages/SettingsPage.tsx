import { useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { useVariant } from '../../api/variant';
import { lastTicket } from '../../tickets/lastTicket';
import { masked } from '../../ui/settingsAddress';
import { MOBILE } from '../../ui/useView';
import { paths } from '../paths';

/** A section's address that was typed, pasted or followed from elsewhere: the section opens over the last screen, or over the home. */
export function Screen() {
  const { section = '' } = useParams();
  const navigate = useNavigate();
  // A new value with every navigation, so that an address opened while this one leads away leads on, too.
  const location = useLocation();
  const mobile = location.pathname.startsWith(`${MOBILE}/`);
  const { mine, mineKnown } = useVariant();
  const last = mine.restore_ticket ? lastTicket() : null;
  const under = mobile ? `${MOBILE}${paths.tickets}` : (last ?? paths.home);
  useEffect(() => {
    if (mobile || mineKnown) void navigate(under, { replace: true, ...masked(under, section, null) });
  }, [location, navigate, mobile, mineKnown, under, section]);
  return null;
}
