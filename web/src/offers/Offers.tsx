import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useHints } from '../actions/live';
import type { RoutingOffer } from '../api/types';
import { useView } from '../ui/useView';
import { secondsLeft } from './model';
import { OfferCard } from './OfferCard';
import classes from './offers.module.css';
import { keyOf, useOffers } from './store';
import { useTexts } from './texts';
import { wordsOf } from './words';

/** Read out at once, without the focus: whoever types goes on, and knows the keys. */
function Announcement({ offer }: { offer: RoutingOffer }) {
  const { t } = useTexts();
  const { 'offer.accept': accept, 'offer.decline': decline } = useHints((state) => state.keys);
  // Later seconds are not read out.
  const [seconds] = useState(() => secondsLeft(offer, Date.now()));
  const keys = accept !== undefined && decline !== undefined ? t('announced_keys', { accept, decline }) : '';
  return (
    <div role="alert" className="pb-unseen">
      {`${t('announced', { ...wordsOf(offer, t), seconds })} ${keys}`.trim()}
    </div>
  );
}

/** Key of what the region is called: offers of tickets, of live chats, or both. */
function regionOf(offers: readonly RoutingOffer[]): string {
  const isVisit = ({ session_id }: RoutingOffer) => session_id !== null;
  if (!offers.some(isVisit)) return 'region.tickets';
  return offers.every(isVisit) ? 'region.live_chats' : 'region.both';
}

/** What routing offers to whoever is logged in, over any screen: what ends first, and the others on demand. */
export function Offers() {
  const { t } = useTexts();
  const { offers, newest } = useOffers();
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const view = useView();
  const open = (path: string) => void navigate(view(path));
  const more = offers.length - 1;
  return (
    <section aria-label={t(regionOf(offers))} className={classes['offers']} data-stacked={(more > 0 && !isOpen) || undefined}>
      {newest === null ? null : <Announcement key={keyOf(newest)} offer={newest} />}
      <ul>
        {(isOpen ? offers : offers.slice(0, 1)).map((offer, at) => (
          <OfferCard key={keyOf(offer)} offer={offer} isTop={at === 0} open={open} />
        ))}
      </ul>
      {more > 0 ? (
        <Button variant="subtle" size="compact-xs" className={classes['more'] ?? ''} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('fewer') : t('more', { count: more })}
        </Button>
      ) : null}
    </section>
  );
}
