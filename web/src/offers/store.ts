import { create } from 'zustand';
import type { RoutingOffer } from '../api/types';
import { subjectOf } from './model';

interface OffersState {
  /** What is offered to whoever is logged in; what ends first comes first. */
  offers: readonly RoutingOffer[];
  /** The one that came last and is to be announced, while it lasts. */
  newest: RoutingOffer | null;
  /** What was offered and answered here, until the server has said what came of it. */
  pending: readonly string[];
}

const NOTHING: OffersState = { offers: [], newest: null, pending: [] };

/** The offers of routing. The frame reads it to know whether their card is needed; what fills it comes later. */
export const useOffers = create<OffersState>()(() => NOTHING);

/** Two offers of the same, one after the other, are two. */
export function keyOf(offer: RoutingOffer): string {
  return `${subjectOf(offer)} ${offer.offered_at}`;
}

let movedAt = -Infinity;

/** Replaces the offers. */
export function setOffers(offers: readonly RoutingOffer[]): void {
  const sorted = [...offers].sort((one, other) => one.offer_until - other.offer_until || subjectOf(one).localeCompare(subjectOf(other)));
  movedAt = performance.now();
  useOffers.setState(({ newest }) => ({ offers: sorted, newest: newest !== null && sorted.some((one) => keyOf(one) === keyOf(newest)) ? newest : null }));
}

/** An offer, new or made again. */
export function putOffer(offer: RoutingOffer): void {
  const subject = subjectOf(offer);
  setOffers([...useOffers.getState().offers.filter((one) => subjectOf(one) !== subject), offer]);
}

/** The offer of this is over. */
export function dropOffer(subject: string): void {
  const { offers } = useOffers.getState();
  const rest = offers.filter((offer) => subjectOf(offer) !== subject);
  if (rest.length < offers.length) setOffers(rest);
}

export function resetOffers(): void {
  useOffers.setState(NOTHING);
  movedAt = -Infinity;
}

/** Shorter than anybody takes to read a card, longer than a press that was already on its way. */
const STEADY_MS = 300;

/** Whether the cards stand where whoever presses now has seen them. A press right after a change was meant for something else. */
export function isSteady(): boolean {
  return performance.now() - movedAt >= STEADY_MS;
}
