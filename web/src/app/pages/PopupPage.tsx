import { Suspense, useEffect } from 'react';
import { useProduct } from '../../api/variant';
import { UNKNOWN_PLAN } from '../../session/model';
import { useStanding } from '../../session/store';
import { useConversations } from '../../tickets/conversation/store';
import { lazyPart } from '../lazyScreen';
import { parts } from '../parts';
import { paths } from '../paths';
import { NoPlan } from './NoPlan';
import { useActions } from '../useActions';
import classes from './pages.module.css';
import { useOpened } from './useOpened';

const Conversation = lazyPart(parts.conversation);
const NoCall = lazyPart(parts.noCall);

/** A window of its own with one conversation and nothing else. */
export function Screen() {
  const { number = '', last, watcher } = useOpened();
  const title = useConversations((state) => state.open[number]?.info?.title ?? '');
  const product = useProduct();
  const { plan } = useStanding();
  useActions();
  useEffect(() => {
    const named = number === '' ? '' : `#${number} ${title}`.trimEnd();
    document.title = named === '' ? product : `${named} – ${product}`;
  }, [number, title, product]);
  if (plan === UNKNOWN_PLAN) return <NoPlan />;
  return (
    <main data-region="screen" className={classes['popup']}>
      {watcher}
      <Suspense>
        {number === '' ? (
          <NoCall last={last === null ? null : `${paths.popup}${paths.call(last)}`} />
        ) : (
          <Conversation key={number} number={number} backTo={null} />
        )}
      </Suspense>
    </main>
  );
}
