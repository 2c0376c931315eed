import { useMemo } from 'react';
import { useVariant } from '../api/variant';
import { useUnread } from '../realtime/unread';
import { useMe } from '../session/store';
import { menuFor, type ShownEntry } from './menu';
import { paths } from './paths';

export interface NavItem extends ShownEntry {
  unread: number;
}

/** The entries this person sees at this host, in order, with what is unread behind them. */
export function useNavItems(): NavItem[] {
  const me = useMe();
  const features = useVariant((state) => state.variant.features);
  const ticket = useUnread((state) => state.ticket);
  const livechat = useUnread((state) => state.livechat);
  return useMemo(() => {
    const unread: Record<string, number> = { [paths.tickets]: ticket, [paths.livechat]: livechat };
    const had = features.filter((feature) => me.features.includes(feature));
    return menuFor(me, had).map((entry) => ({ ...entry, unread: unread[entry.to] ?? 0 }));
  }, [me, features, ticket, livechat]);
}
