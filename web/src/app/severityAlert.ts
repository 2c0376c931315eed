import type { Ticket } from '../api/types';
import { addCard } from '../notifications/cards';
import { playSound } from '../notifications/sound';
import { say } from './texts';

/** A card about a ticket of high severity, with a way to it. It is nobody's notification: only who is here sees it. */
export function alertSeverity(ticket: Ticket): void {
  addCard({
    // Ids of notifications are above zero.
    id: -ticket.id,
    type: 'high_severity',
    category: 'system',
    channel: ticket.livechat ? 'livechat' : 'ticket',
    ticket_number: String(ticket.ticket_number),
    title: say('grave.title'),
    body: say('grave.body', { number: ticket.ticket_number, title: ticket.title }),
    ts: ticket.ts,
    seen: true,
    img: null,
    subject: '',
    detail: '',
    count: 1,
  });
  void playSound().catch(() => undefined);
}
