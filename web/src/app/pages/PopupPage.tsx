import { Suspense, useEffect } from 'react';
import { useParams } from 'react-router';
import { useProduct } from '../../api/variant';
import { UNKNOWN_PLAN } from '../../session/model';
import { useStanding } from '../../session/store';
import { useConversations } from '../../tickets/conversation/store';
import { lazyPart } from '../lazyScreen';
import { parts } from '../parts';
import { NoPlan } from './NoPlan';
import classes from './pages.module.css';

const Conversation = lazyPart(parts.conversation);

/** A window of its own with one conversation and nothing else. */
export function Screen() {
  const { number = '' } = useParams();
  const title = useConversations((state) => state.open[number]?.info?.title ?? '');
  const product = useProduct();
  const { plan } = useStanding();
  useEffect(() => {
    document.title = title === '' ? `#${number} – ${product}` : `#${number} ${title} – ${product}`;
  }, [number, title, product]);
  if (plan === UNKNOWN_PLAN) return <NoPlan />;
  return (
    <main className={classes['popup']}>
      <Suspense>
        <Conversation key={number} number={number} backTo={null} />
      </Suspense>
    </main>
  );
}
