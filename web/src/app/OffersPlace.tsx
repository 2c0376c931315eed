import { useOffers } from '../offers/store';
import { lazyPart } from './lazyScreen';

// Not among the parts that are fetched a little after the start: most desks offer nothing, and whoever is offered something has a line.
const Offers = lazyPart(async () => (await import('../offers/Offers')).Offers);

/** Where offered tickets show; their code comes with the first one. */
export function OffersPlace() {
  const isNeeded = useOffers((state) => state.offers.length > 0);
  return isNeeded ? <Offers /> : null;
}
