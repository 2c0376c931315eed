import { Link } from 'react-router';
import classes from './dashboard.module.css';
import { FROM_DASHBOARD } from './desk';

export interface Bar {
  key: string | number;
  label: string;
  count: number;
  /** The list of what it counts; null where there is none. */
  to?: string | null;
}

interface Props {
  label: string;
  bars: readonly Bar[];
  format: (count: number) => string;
}

/** Counts as bars, the longest one over the whole width; each with its name and number. */
export function BarList({ label, bars, format }: Props) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ul className={classes['bars']} aria-label={label}>
      {bars.map(({ key, label: name, count, to = null }) => {
        const row = (
          <>
            <span className={classes['barName']}>{name}</span>{' '}
            <span className={classes['track']} aria-hidden>
              <span style={{ inlineSize: `${(100 * count) / most}%` }} />
            </span>
            <span className={classes['barCount']}>{format(count)}</span>
          </>
        );
        return (
          <li key={key}>
            {to === null ? (
              <span className={classes['bar']}>{row}</span>
            ) : (
              <Link className={classes['bar']} to={to} state={FROM_DASHBOARD}>
                {row}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
