import { takesCalls, usePlugins } from '../api/plugins';
import type { Plugin, Ticket } from '../api/types';
import type { Session } from '../session/model';
import { useSession } from '../session/store';

type Person = Pick<Session, 'features' | 'isAdmin' | 'permissions'>;
type Addressed = Pick<Ticket, 'ticket_number' | 'channel'>;

/** Whoever has no calls would be sent home from their addresses. */
function hasCalls(me: Person | null): boolean {
  return me !== null && me.features.includes('call') && (me.isAdmin || !me.permissions.hide_call);
}

/** Where a ticket of the list opens: what comes over a telephone has an address of its own. */
export function addressOf({ ticket_number, channel }: Addressed, plugins: readonly Plugin[], me: Person | null): string {
  const place = hasCalls(me) && takesCalls(plugins, channel) ? 'call' : 'ticket';
  return `/${place}/${encodeURIComponent(ticket_number)}`;
}

/** The same for what is no component. */
export function addressNow(ticket: Addressed): string {
  return addressOf(ticket, usePlugins.getState().plugins, useSession.getState().session);
}

export function useAddress(ticket: Addressed): string {
  const me = useSession((state) => state.session);
  return usePlugins((state) => addressOf(ticket, state.plugins, me));
}
