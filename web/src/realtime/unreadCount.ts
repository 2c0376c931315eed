/**
 * Keeps unread totals up: the server counts, and this side asks it to count anew after whatever may have changed them.
 * Apart from the totals, as the first screen shows those and does without this.
 */
import { api } from '../api/client';
import type { Ticket, UnreadCounts } from '../api/types';
import { onEvent, onReload } from './apply';
import { realtime, useConnection } from './connection';
import { useUnread } from './unread';

type Kind = keyof UnreadCounts;

export async function loadUnread(): Promise<void> {
  const counts = await api.get('/api/unread');
  useUnread.setState(counts);
}

const REFRESH = { ticket: 'refreshTicketUnreadCount', livechat: 'refreshLiveChatUnreadCount', chat: 'refreshChatUnreadCount' } as const;
/** Many that change at once are counted once. */
const GATHER_MS = 100;
/** A busy desk has many messages a second, and each count reads the tickets of the whole list. */
const PAUSE_MS = 1_000;
const EITHER: readonly Kind[] = ['ticket', 'livechat'];

const timers = new Map<Kind, ReturnType<typeof setTimeout>>();
const askedAt = new Map<Kind, number>();

/**
 * Asks the server to count a kind anew; what it counts comes as `unreadCount`. At most once a second
 * for each kind, and always after the last thing that was asked for.
 */
export function refreshUnread(kind: Kind): void {
  if (timers.has(kind)) return;
  const pause = (askedAt.get(kind) ?? -Infinity) + PAUSE_MS - performance.now();
  timers.set(kind, setTimeout(() => {
    timers.delete(kind);
    askedAt.set(kind, performance.now());
    realtime.tell(REFRESH[kind]);
  }, Math.max(GATHER_MS, pause)));
}

const refreshEither = () => EITHER.forEach(refreshUnread);
const refreshOf = (ticket: Pick<Ticket, 'livechat'>) => refreshUnread(ticket.livechat ? 'livechat' : 'ticket');

/**
 * The server tells its count only to the window that asks. So each window asks when a customer wrote,
 * when `me` read something in another window, and when a ticket came into or left what is counted.
 */
export function watchUnread(me: () => string): () => void {
  const offs = [
    onEvent('unreadCount', (counts) => useUnread.setState(counts)),
    onEvent('newMessage', ({ ticket, message }) => {
      if (message.direction === 'in') refreshOf(ticket);
    }),
    onEvent('createTicket', ({ ticket, message }) => {
      if (message?.direction === 'in') refreshOf(ticket);
    }),
    onEvent('readMessage', ({ username }) => {
      if (username === me()) refreshEither();
    }),
    onEvent('participantChanged', ({ ticket }) => refreshOf(ticket)),
    onEvent('ticketStatusChanged', ({ ticket }) => refreshOf(ticket)),
    // Either of the two may be a live chat, and one that is converted leaves one total for the other.
    onEvent('ticketMerged', refreshEither),
    onEvent('liveChatConverted', refreshEither),
    // Nobody told this window what happened while its line was down.
    useConnection.subscribe(({ phase }, before) => {
      if (phase === 'live' && before.phase !== 'live') refreshEither();
    }),
    onReload(() => void loadUnread().catch(() => undefined)),
  ];
  return () => {
    offs.forEach((off) => off());
    timers.forEach((timer) => clearTimeout(timer));
    timers.clear();
    askedAt.clear();
  };
}
