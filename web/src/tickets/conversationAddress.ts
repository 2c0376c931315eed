import type { Ticket } from '../api/types';
import { usePlugins } from '../api/plugins';
import { useSession } from '../session/store';
import { addressOf } from './address';

/** The address of a conversation by its kind, for lists that hold tickets, live chats and calls together. */
export type ConversationAddress = (conversation: Pick<Ticket, 'ticket_number' | 'channel' | 'livechat'>) => string;

/** Follows the plugins, since what they say of a channel may come after the list. */
export function useConversationAddress(): ConversationAddress {
  const me = useSession((state) => state.session);
  const plugins = usePlugins((state) => state.plugins);
  return (conversation) => (conversation.livechat ? `/livechat/${encodeURIComponent(conversation.ticket_number)}` : addressOf(conversation, plugins, me));
}
