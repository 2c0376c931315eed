/** Unread totals as the server last counted them. */
import { create } from 'zustand';
import type { UnreadCounts } from '../api/types';

export const useUnread = create<UnreadCounts>()(() => ({ ticket: 0, livechat: 0, chat: 0 }));
