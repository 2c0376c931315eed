import classes from './livechat.module.css';
import { LONG_WAIT_MS, waitText } from './model';
import { useSecond } from '../ui/useSecond';

/** How long somebody waits, ticking. */
export function Waited({ since }: { since: number }) {
  const waited = useSecond() - since;
  return (
    <span className={classes['waited']} data-long={waited >= LONG_WAIT_MS || undefined} role="timer" aria-live="off">
      {waitText(waited)}
    </span>
  );
}
