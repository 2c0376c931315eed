import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useConversations } from '../../tickets/conversation/store';
import { lazyPart } from '../lazyScreen';
import { parts } from '../parts';
import classes from './pages.module.css';

const Conversation = lazyPart(parts.conversation);

/** A window of its own with one conversation and nothing else. */
export function Screen() {
  const { t } = useTranslation();
  const { number = '' } = useParams();
  const title = useConversations((state) => state.open[number]?.info?.title ?? '');
  const product = t('product');
  useEffect(() => {
    document.title = title === '' ? `#${number} – ${product}` : `#${number} ${title} – ${product}`;
  }, [number, title, product]);
  return (
    <main className={classes['popup']}>
      <Suspense>
        <Conversation key={number} number={number} backTo={null} />
      </Suspense>
    </main>
  );
}
