import type { ReactNode } from 'react';
import { useConnection } from '../realtime/connection';
import classes from './OwnFace.module.css';
import { useOwn } from './store';
import { StatusDot } from './StatusDot';

/** One's own status as it looks to others: offline while this tab has no line. */
export function useOwnStatus(): { status: string; code: string; alternate: string } {
  const own = useOwn((state) => state.own);
  const remembered = useOwn((state) => state.remembered);
  const lost = useConnection((state) => state.phase === 'off' || state.phase === 'waiting');
  if (lost) return { status: 'OFFLINE', code: 'OFFLINE', alternate: '' };
  return own ?? { status: remembered, code: remembered, alternate: '' };
}

/** One's own picture with the dot of one's status. */
export function OwnFace({ children }: { children: ReactNode }) {
  const { status } = useOwnStatus();
  return (
    <span className={classes['face']} data-status={status}>
      {children}
      <span className={classes['dot']}>
        <StatusDot status={status} size={9} />
      </span>
    </span>
  );
}
