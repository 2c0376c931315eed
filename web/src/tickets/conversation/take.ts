import type { Message, MessageState, Ticket, TicketInfo } from '../../api/types';
import { settleEntry } from '../composer/outbox';
import { withPending } from '../pendingActs';
import { WINDOW, WINDOW_MAX } from './limits';
import { isLocal, layMessage } from './model';
import { amendTicket } from './store';

/** Pins are in sight whether or not their messages are in the window. */
function pinnedNow(info: TicketInfo | null, message: Message): TicketInfo | null {
  if (info === null || message.pinned === undefined) return info;
  const before = info.pinned;
  const known = before.some((pin) => pin.id === message.id);
  const wanted = message.pinned && message.deleted !== true;
  if (!known && !wanted) return info;
  const pinned = !wanted
    ? before.filter((pin) => pin.id !== message.id)
    : known
      ? before.map((pin) => (pin.id === message.id ? message : pin))
      : [message, ...before];
  return { ...info, pinned };
}

/** A message that is here only and shall not be sent after all. */
export function dropMessage(ticketId: number, id: Message['id']): void {
  amendTicket(ticketId, (now) => ({ ...now, messages: now.messages.filter((message) => message.id !== id) }));
}

/** The one door for a message that is new or may be. */
export function takeMessage(ticketId: number, message: Message): void {
  takeAny(ticketId, message, true);
}

/** A message that changed; one that is not in the window does not come into it for that. */
export function takeChange(ticketId: number, message: Message): void {
  takeAny(ticketId, message, false);
}

/** The one door for a message: answered, resumed or live. */
function takeAny(ticketId: number, message: Message, comesIn: boolean): void {
  if (message.queue_id && !isLocal(message)) settleEntry(message.queue_id);
  amendTicket(ticketId, (now) => {
    const shown = comesIn || now.messages.some((known) => known.id === message.id);
    const messages = shown ? layMessage(now.messages, message) : now.messages;
    const grown = messages.length - now.messages.length;
    const cut = now.atBottom && messages.length > WINDOW_MAX;
    return {
      ...now,
      info: pinnedNow(now.info, message),
      total: now.total + grown,
      messages: cut ? messages.slice(-WINDOW) : messages,
      older: cut ? 'offered' : now.older,
    };
  });
}

export interface StateChange {
  message_id: number;
  queue_id: string | null;
  state: MessageState;
  error: { code: string; message: string } | null;
  retry_at: number | null;
}

export function takeState(ticketId: number, change: StateChange): void {
  amendTicket(ticketId, (now) => ({
    ...now,
    messages: now.messages.map((message) =>
      message.id === change.message_id || (change.queue_id !== null && message.queue_id === change.queue_id)
        ? { ...message, id: change.message_id, state: change.state, error: change.error, retry_at: change.retry_at }
        : message,
    ),
  }));
}

/** What the customer wrote, and whether it is read as it comes in. */
interface Incoming {
  id: Message['id'];
  isRead: boolean;
}

/**
 * What a list event says about the ticket itself; the parts only `info` has stay. So does who has read
 * it, until the customer is heard again: then nobody has, and there is one more to read.
 */
export function takeInfo(ticket: Ticket, heard: Incoming | null = null): void {
  const said = withPending(ticket.id, ticket);
  amendTicket(ticket.id, (now) => {
    if (now.info === null) return now;
    const { read, unread, reader } = now.info;
    const info = { ...now.info, ...said, read, unread, reader };
    if (heard === null) return { ...now, info };
    // An answer that is newer than the event has counted it.
    const counted = heard.isRead || now.messages.some(({ id }) => id === heard.id);
    return { ...now, info: { ...info, reader: [], ...(counted ? {} : { read: false, unread: unread + 1 }) } };
  });
}
