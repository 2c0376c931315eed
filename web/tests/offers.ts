import type { RoutingOffer } from '../src/api/types';

/** An offer for tests, which lasts for a minute. */
export function anOffer(over: Partial<RoutingOffer> = {}): RoutingOffer {
  const now = Date.now();
  return {
    ticket_id: 1,
    ticket_number: 1001,
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
