import type { RoutingOffer } from '../src/api/types';

/** An offer of a ticket for tests, which lasts for a minute. */
export function anOffer(over: Partial<RoutingOffer> = {}): RoutingOffer {
  const now = Date.now();
  return {
    ticket_id: 1,
    ticket_number: 1001,
    session_id: null,
    title: 'Where is my parcel',
    channel: 'TELEGRAM',
    customer: 'Aisyah',
    queue: 'Orders',
    waiting_since: now - 65_000,
    offered_at: now,
    offer_until: now + 60_000,
    ...over,
  };
}

/** The same of a visitor of live chat, who has no ticket yet. */
export function aVisitOffer(over: Partial<RoutingOffer> = {}): RoutingOffer {
  return anOffer({ ticket_id: null, ticket_number: null, session_id: 7, title: 'Do you ship to Kuching?', channel: 'LIVECHAT', customer: 'Vera', queue: 'Chats', ...over });
}
