import type { RoutingOffer } from '../api/types';

const SECOND_MS = 1_000;

/** What an offer is of, as a key: a ticket, or the visit of a visitor. The end of an offer has the same. */
export function subjectOf({ ticket_id, session_id }: Pick<RoutingOffer, 'ticket_id' | 'session_id'>): string {
  return session_id === null ? `ticket-${String(ticket_id)}` : `visit-${session_id}`;
}

const two = (value: number) => String(value).padStart(2, '0');

/** Seconds as a clock shows them: 0:42, 12:05, 1:00:00. */
export function clockText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Full seconds that a customer has waited. */
export function waitedSeconds({ waiting_since }: RoutingOffer, now: number): number {
  return Math.max(0, Math.floor((now - waiting_since) / SECOND_MS));
}

/** Seconds that are left to accept, the one that has begun among them. None are where this machine's clock is ahead; the server decides what is over. */
export function secondsLeft({ offer_until }: RoutingOffer, now: number): number {
  return Math.max(0, Math.ceil((offer_until - now) / SECOND_MS));
}

/** How much of the time to accept is left: 0 to 1. */
export function shareLeft({ offered_at, offer_until }: RoutingOffer, now: number): number {
  const whole = Math.max(1, offer_until - offered_at);
  return Math.min(1, Math.max(0, (offer_until - now) / whole));
}

/** From here on time runs out. */
export const URGENT_SHARE = 0.25;
