import { Suspense } from 'react';
import { useParams } from 'react-router';
import { TicketList } from '../../tickets/TicketList';
import { lazyPart } from '../lazyScreen';
import { parts } from '../parts';
import { paths } from '../paths';
import classes from './split.module.css';

const Conversation = lazyPart(parts.conversation);

/** The list stays mounted when a ticket opens, so it keeps its place and only becomes narrow. */
export function Screen() {
  const { number } = useParams();
  const open = number !== undefined;
  return (
    <div className={open ? classes['split'] : classes['wide']} data-open={open || undefined}>
      <div className={open ? classes['list'] : classes['wide']}>
        <TicketList selected={number} />
      </div>
      {open ? (
        <div className={classes['pane']}>
          <Suspense><Conversation key={number} number={number} backTo={paths.tickets} /></Suspense>
        </div>
      ) : null}
    </div>
  );
}
