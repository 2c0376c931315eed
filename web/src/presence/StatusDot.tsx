import { toneOf } from './model';
import classes from './StatusDot.module.css';

/** A status as a mark whose shape differs as its colour does. Its name always stands beside it, or is said. */
export function StatusDot({ status, size = 10 }: { status: string; size?: number }) {
  return <span className={classes['dot']} data-tone={toneOf(status)} style={{ width: size, height: size }} aria-hidden />;
}
