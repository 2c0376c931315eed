import { useParams } from 'react-router';
import { LivechatList } from '../../livechat/LivechatList';
import { Conversation } from '../../tickets/Conversation';
import { NothingOpen } from '../../tickets/NothingOpen';
import { paths } from '../paths';
import classes from './split.module.css';

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
          <Conversation key={number} number={number} backTo={paths.livechat} />
        )}
      </div>
    </div>
  );
}
