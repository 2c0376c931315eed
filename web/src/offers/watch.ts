import { api } from '../api/client';
import { onLineBack } from '../api/line';
import type { RoutingOffer } from '../api/types';
import { onEvent, onReload } from '../realtime/apply';
import type { EventMap } from '../realtime/envelope';
import { useSession } from '../session/store';
import { toastNotice } from '../ui/toast';
import { subjectOf } from './model';
import { dropOffer, keyOf, putOffer, resetOffers, setOffers, useOffers } from './store';
import { wordsOf } from './words';

/** Tells somebody of an offer beside its card, by sound for example; the answer takes it back. */
export type Tell = (offer: RoutingOffer) => () => void;

/** What was told, by the key of its offer. */
const told = new Map<string, () => void>();
let tell: Tell = () => () => undefined;
let isTelling = false;

/** Tells what is new, and takes back what is over. What came together is looked at together, so that of a replay nobody is told of an offer that has ended by now. */
function tellNews(): void {
  if (isTelling) return;
  isTelling = true;
  queueMicrotask(() => {
    isTelling = false;
    const { offers } = useOffers.getState();
    const keys = new Set(offers.map(keyOf));
    for (const [key, takeBack] of told) {
      if (keys.has(key)) continue;
      told.delete(key);
      takeBack();
    }
    for (const offer of offers) {
      if (told.has(keyOf(offer))) continue;
      told.set(keyOf(offer), tell(offer));
      useOffers.setState({ newest: offer });
    }
  });
}

let round = 0;
/** What events said since the newest question was asked, by what was offered; null stands for an offer that ended. */
let since = new Map<string, RoutingOffer | null>();

/** Reads what is offered now. An event that overtook the answer counts more than the answer. */
async function load(): Promise<void> {
  const mine = ++round;
  since = new Map();
  const answer = await api.get('/api/routing/offers');
  if (mine !== round) return;
  const later = [...since.values()].filter((offer) => offer !== null);
  setOffers([...answer.filter((offer) => !since.has(subjectOf(offer))), ...later]);
}

/** What fails is asked again with the next connection. */
function reload(): void {
  void load().catch(() => undefined);
}

function take(offer: RoutingOffer): void {
  since.set(subjectOf(offer), offer);
  putOffer(offer);
}

/** A card does not leave without a word when nobody here answered it. */
async function tellEnd(offer: RoutingOffer, outcome: 'timed_out' | 'rescinded'): Promise<void> {
  const { say } = await import('./texts');
  toastNotice(say(outcome, { ...wordsOf(offer, say) }));
}

function end({ outcome, ...ended }: EventMap['routingOfferEnded']): void {
  const { offers, pending } = useOffers.getState();
  const subject = subjectOf(ended);
  const offer = offers.find((one) => subjectOf(one) === subject);
  since.set(subject, null);
  dropOffer(subject);
  // Who has just answered hears from the answer; what was never told needs no end.
  if (offer === undefined || !told.has(keyOf(offer)) || pending.includes(subject)) return;
  if (outcome === 'timed_out' || outcome === 'rescinded') void tellEnd(offer, outcome).catch(() => undefined);
}

function leave(): void {
  round += 1;
  resetOffers();
}

/** Ties the offers to the socket and the session. Called once, before the socket opens the first time. */
export function watchOffers(offered: Tell): void {
  tell = offered;
  useOffers.subscribe((now, before) => {
    if (now.offers !== before.offers) tellNews();
  });
  onEvent('routingOffered', take);
  onEvent('routingOfferEnded', end);
  // Also the first connection after the sign-in.
  onLineBack(reload);
  onReload(reload);
  useSession.subscribe((now, before) => {
    if (now.phase !== before.phase && now.phase === 'out') leave();
  });
}
