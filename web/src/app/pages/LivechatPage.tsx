import { Suspense } from 'react';
import { useParams } from 'react-router';
import { LivechatList } from '../../livechat/LivechatList';
import { NothingOpen } from '../../tickets/NothingOpen';
import { lazyPart } from '../lazyScreen';
import { parts } from '../parts';
import { paths } from '../paths';
import classes from './split.module.css';

const Conversation = lazyPart(parts.conversation);

export function Screen() {
  const { number } = useParams();
  return (
    <div className={classes['split']} data-open={number !== undefined || undefined}>
      <div className={classes['list']}>
        <LivechatList selected={number} />
      </div>
      <div className={classes['pane']}>
        {number === undefined ? (
          <NothingOpen />
        ) : (
          <Suspense><Conversation key={number} number={number} backTo={paths.livechat} /></Suspense>
        )}
      </div>
    </div>
  );
}
