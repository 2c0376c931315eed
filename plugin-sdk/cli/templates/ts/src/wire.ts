// The provider's JSON and what it means: pure, so that fixtures test it.
import { type wit, event } from '@patchbay/plugin';

/** One webhook request. */
export interface Incoming {
  kind: string;
  conversation: string;
  sender: { id: string; name?: string };
  sent_at_ms: number;
  message?: { id: string; text: string };
}

/** What the provider answers to a sent message. */
export interface Accepted {
  id?: string;
}

/** Kinds that nobody asked for make no event: providers add them without telling. */
export function toEvents({ kind, message, ...incoming }: Incoming): wit.effects.Event[] {
  if (kind !== 'message' || !message) {
    return [];
  }
  return [
    event.message({
      externalId: message.id,
      thread: incoming.conversation,
      channel: '{{channel}}',
      from: { externalId: incoming.sender.id, displayName: incoming.sender.name },
      atMs: incoming.sent_at_ms,
      text: message.text,
    }),
  ];
}
