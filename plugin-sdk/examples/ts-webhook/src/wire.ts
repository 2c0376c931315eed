// Acme Chat's JSON and what it means: pure, so that fixtures test it.
import { type wit, event } from '@patchbay/plugin';

interface Person {
  id: string;
  name?: string;
}

interface Message {
  id: string;
  conversation: string;
  sender: Person;
  text?: string;
  reply_to?: string;
}

type Placed = Pick<Message, 'id' | 'conversation'>;

/** One webhook request. */
export type Incoming =
  | { type: 'message'; sent_at: number; message: Message }
  | { type: 'edit'; sent_at: number; message: Placed & { text: string } }
  | { type: 'delete'; sent_at: number; message: Placed }
  | { type: 'reaction'; sent_at: number; message: Placed; sender: Person; emoji?: string }
  | { type: 'typing'; conversation: string }
  | { type: 'delivered' | 'read'; sent_at: number; message: Placed };

/** What Acme Chat answers to a sent message. */
export interface Accepted {
  id?: string;
}

/** How an account names itself. */
export interface Me {
  id?: string;
  name?: string;
}

/** Kinds that nobody asked for make no event: providers add them without telling. */
export function toEvents(incoming: Incoming): wit.effects.Event[] {
  switch (incoming.type) {
    case 'message': {
      const { id, conversation, sender, text, reply_to } = incoming.message;
      const from = { externalId: sender.id, displayName: sender.name };
      return [
        event.message({
          externalId: id,
          thread: conversation,
          channel: 'ACME_CHAT',
          from,
          atMs: incoming.sent_at,
          text,
          replyTo: reply_to,
        }),
      ];
    }
    case 'edit':
      return [event.edit({ ...placed(incoming), text: incoming.message.text, deleted: false })];
    case 'delete':
      return [event.edit({ ...placed(incoming), deleted: true })];
    case 'reaction': {
      const from = { externalId: incoming.sender.id, displayName: incoming.sender.name };
      return [event.reaction({ ...placed(incoming), from, emoji: incoming.emoji || null })];
    }
    case 'typing':
      return [event.signal(incoming.conversation, 'typing')];
    case 'delivered':
    case 'read':
      return [event.receipt({ ...placed(incoming), status: incoming.type })];
    default:
      return [];
  }
}

function placed({ message, sent_at }: { message: Placed; sent_at: number }) {
  return { externalId: message.id, thread: message.conversation, atMs: sent_at };
}
