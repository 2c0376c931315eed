import type { ReactNode } from 'react';
import classes from './livechat.module.css';
import { LivechatBar } from './LivechatBar';

/** Puts the chat's own bar over whatever shows the conversation; pages bring the two together. */
export function LivechatFrame({ number, children }: { number: string; children: ReactNode }) {
  return (
    <div className={classes['frame']}>
      <LivechatBar number={number} />
      <div className={classes['framed']}>{children}</div>
    </div>
  );
}
