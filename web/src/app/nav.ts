import { IconHome, IconInbox, IconMessageCircle, IconPlugConnected, IconPuzzle, type Icon } from '@tabler/icons-react';
import { useUnread } from '../realtime/unread';
import { useMe } from '../session/store';
import { paths } from './paths';

export interface NavItem {
  to: string;
  /** Key of the visible text. */
  label: string;
  icon: Icon;
  /** Letter after `g`. */
  letter: string;
  unread: number;
}

/** The entries this person sees, in order. */
export function useNavItems(): NavItem[] {
  const me = useMe();
  const ticket = useUnread((state) => state.ticket);
  const livechat = useUnread((state) => state.livechat);
  const items: NavItem[] = [
    { to: paths.home, label: 'nav.home', icon: IconHome, letter: 'h', unread: 0 },
    { to: paths.tickets, label: 'nav.tickets', icon: IconInbox, letter: 't', unread: ticket },
    { to: paths.livechat, label: 'nav.livechat', icon: IconMessageCircle, letter: 'v', unread: livechat },
  ];
  if (me.isAdmin) {
    items.push({ to: paths.channels, label: 'nav.channels', icon: IconPlugConnected, letter: 'c', unread: 0 });
    items.push({ to: paths.plugins, label: 'nav.plugins', icon: IconPuzzle, letter: 'p', unread: 0 });
  }
  return items;
}
