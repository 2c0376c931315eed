import type { Message } from '../../api/types';

/** Who a message says wrote it; without that, what the colleague is called, and the username where nobody knows. */
export function senderName({ sender, sender_name }: Pick<Message, 'sender' | 'sender_name'>, names: ReadonlyMap<string, string>): string {
  return sender_name || names.get(sender) || sender;
}
