import { Button } from '@mantine/core';
import { KeyHint } from '../actions/KeyHint';
import type { RoutingOffer } from '../api/types';
import { ChannelMark } from '../ui/ChannelMark';
import { useSecond } from '../ui/useSecond';
import { acceptOffer, declineOffer } from './answer';
import { clockText, secondsLeft, shareLeft, subjectOf, URGENT_SHARE, waitedSeconds } from './model';
import classes from './offers.module.css';
import { useOffers } from './store';
import { useTexts } from './texts';
import { wordsOf } from './words';

interface Props {
  offer: RoutingOffer;
  /** Whether it is the one that the keys act on. */
  isTop: boolean;
  open: (path: string) => void;
}

/** How long the customer waits and how long the offer lasts, both ticking. */
function Times({ offer }: { offer: RoutingOffer }) {
  const { t } = useTexts();
  const now = useSecond();
  const left = clockText(secondsLeft(offer, now));
  const share = shareLeft(offer, now);
  return (
    <div className={classes['times']} data-urgent={share < URGENT_SHARE || undefined}>
      <span>{t('waiting', { time: clockText(waitedSeconds(offer, now)) })}</span>
      <span role="timer" aria-live="off" aria-label={t('left', { time: left })} className={classes['left']}>
        {left}
      </span>
      <span aria-hidden className={classes['bar']}>
        <span style={{ transform: `scaleX(${share})` }} />
      </span>
    </div>
  );
}

/** One ticket or visitor that is offered, with what there is to know before one accepts. */
export function OfferCard({ offer, isTop, open }: Props) {
  const { t } = useTexts();
  const subject = subjectOf(offer);
  const isPending = useOffers((state) => state.pending.includes(subject));
  const { called, kind, customer, title, queue } = wordsOf(offer, t);
  return (
    <li className={classes['card']} data-offer={subject}>
      <ChannelMark channel={offer.channel} size={20} />
      <div className={classes['what']}>
        <strong>{customer}</strong>
        <p>{title}</p>
        <small>
          {kind} · {queue}
        </small>
      </div>
      <Times offer={offer} />
      <div className={classes['answers']}>
        <Button size="xs" loading={isPending} rightSection={isTop ? <KeyHint of="offer.accept" /> : null} onClick={() => void acceptOffer(offer, open)}>
          {t('accept')}{' '}
          <span className="pb-unseen">{called}</span>
        </Button>
        <Button size="xs" variant="default" disabled={isPending} rightSection={isTop ? <KeyHint of="offer.decline" /> : null} onClick={() => void declineOffer(offer)}>
          {t('decline')}{' '}
          <span className="pb-unseen">{called}</span>
        </Button>
      </div>
    </li>
  );
}
