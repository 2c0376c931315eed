import { Problem } from '../api/problem';
import type { Message } from '../api/types';
import { realtime } from '../realtime/connection';
import { SocketError } from '../realtime/socket';
import { useUnread } from '../realtime/unread';
import { refreshUnread } from '../realtime/unreadCount';
import { amendTicket, useConversations } from './conversation/store';
import { amendRow, knownRow } from './list/store';

/** The conversation on screen, by ticket id; a window in the background reads nothing. */
let shown: number | null = null;

export function setShown(ticketId: number | null): void {
  shown = ticketId;
}

export function isBeingRead(ticketId: number): boolean {
  return shown === ticketId && document.visibilityState === 'visible' && document.hasFocus();
}

function newestNumber(messages: readonly Message[]): number | undefined {
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const id = messages[at]?.id;
    if (typeof id === 'number') return id;
  }
  return undefined;
}

interface Shown {
  /** The newest message that is loaded. */
  newest: number | undefined;
  total: 'ticket' | 'livechat';
}

/** Takes the bold off and counts down, on this screen alone. */
function showRead(ticketId: number): Shown {
  const conversation = Object.values(useConversations.getState().open).find(
    (candidate) => candidate.info?.id === ticketId,
  );
  const row = knownRow(ticketId) ?? conversation?.info ?? undefined;
  const unread = row !== undefined && (!row.read || row.unread > 0);
  const total = row?.livechat === true ? 'livechat' : 'ticket';
  if (unread) {
    amendRow(ticketId, (now) => ({ ...now, read: true, unread: 0 }));
    amendTicket(ticketId, (now) =>
      now.info === null ? now : { ...now, info: { ...now.info, read: true, unread: 0 } },
    );
    useUnread.setState((counts) => ({ [total]: Math.max(0, counts[total] - 1) }));
  }
  return { newest: newestNumber(conversation?.messages ?? []), total };
}

/** Takes the bold off at once, and tells the others; `again` where it was on screen before. */
export function markRead(ticketId: number, again = false): void {
  const { newest, total } = showRead(ticketId);
  realtime.tell(again ? 'readMessage2' : 'readMessage', { ticket_id: ticketId, ...(newest === undefined ? {} : { message_id: newest }) });
  refreshUnread(total);
}

/** The same for a ticket nobody looks at, up to its newest message; fails where the server could not be told. */
export async function readFor(ticketId: number): Promise<void> {
  try {
    await realtime.ask('readMessage', { ticket_id: ticketId });
  } catch (thrown) {
    if (thrown instanceof SocketError && (thrown.code === 'offline' || thrown.code === 'timeout')) throw new Problem('offline', 0, thrown.code);
    throw thrown;
  }
  refreshUnread(showRead(ticketId).total);
}
