/** How offers read. `t` is that of the room's texts. */
import type { RoutingOffer } from '../api/types';

/** What texts about an offer are filled with. `context` chooses those about visitors, who have sentences of their own. */
export interface OfferWords {
  context: 'ticket' | 'visit';
  /** "#1001", or the visitor's name. */
  called: string;
  /** "#1001", or that it is a live chat. */
  kind: string;
  customer: string;
  title: string;
  queue: string;
}

/** The words of an offer. A visitor has no number, and may not have written anything yet. */
export function wordsOf({ session_id, ticket_number, title, customer, queue }: RoutingOffer, t: (key: string) => string): OfferWords {
  if (session_id === null) {
    const number = `#${String(ticket_number)}`;
    return { context: 'ticket', called: number, kind: number, customer: customer || t('nameless'), title, queue };
  }
  const name = customer || t('visitor');
  return { context: 'visit', called: name, kind: t('live_chat'), customer: name, title: title || t('no_message'), queue };
}
