import { create } from 'zustand';
import { api } from '../api/client';
import type { UnreadCounts } from '../api/types';
import { onEvent, onReload } from './apply';
import { realtime } from './connection';

export const useUnread = create<UnreadCounts>()(() => ({ ticket: 0, livechat: 0, chat: 0 }));

export async function loadUnread(): Promise<void> {
  const counts = await api.get('/api/unread');
  useUnread.setState(counts);
}

const REFRESH = { ticket: 'refreshTicketUnreadCount', livechat: 'refreshLiveChatUnreadCount', chat: 'refreshChatUnreadCount' } as const;
/** Many that are read at once are counted once. */
const PAUSE_MS = 100;
const due = new Set<keyof UnreadCounts>();
let timer: ReturnType<typeof setTimeout> | null = null;

/** Asks the server to count anew, after something of this kind was read; what it counts comes as `unreadCount`. */
export function refreshUnread(kind: keyof UnreadCounts): void {
  due.add(kind);
  timer ??= setTimeout(() => {
    timer = null;
    for (const one of due) realtime.tell(REFRESH[one]);
    due.clear();
  }, PAUSE_MS);
}

/** The server counts; this side only shows what it last said. */
export function watchUnread(): () => void {
  const offs = [
    onEvent('unreadCount', (counts) => useUnread.setState(counts)),
    onReload(() => void loadUnread().catch(() => undefined)),
  ];
  return () => offs.forEach((off) => off());
}
