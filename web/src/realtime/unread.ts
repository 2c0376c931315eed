import { create } from 'zustand';
import { api } from '../api/client';
import type { UnreadCounts } from '../api/types';
import { onEvent, onReload } from './apply';

export const useUnread = create<UnreadCounts>()(() => ({ ticket: 0, livechat: 0, chat: 0 }));

export async function loadUnread(): Promise<void> {
  const counts = await api.get<UnreadCounts>('/api/unread');
  useUnread.setState(counts);
}

/** The server counts; this side only shows what it last said. */
export function watchUnread(): () => void {
  const offs = [
    onEvent('unreadCount', (counts) => useUnread.setState(counts)),
    onReload(() => void loadUnread().catch(() => undefined)),
  ];
  return () => offs.forEach((off) => off());
}
