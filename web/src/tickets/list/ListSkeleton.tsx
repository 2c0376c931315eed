import { Skeleton } from '@mantine/core';
import classes from './ListSkeleton.module.css';

const ROWS = Array.from({ length: 9 }, (_, index) => index);

/** The shape of the rows to come. */
export function ListSkeleton({ narrow }: { narrow: boolean }) {
  return (
    <div aria-hidden className={classes['rows']} data-narrow={narrow || undefined}>
      {ROWS.map((row) => (
        <div key={row} className={classes['row']}>
          <Skeleton circle height={18} />
          <div className={classes['lines']}>
            <Skeleton height={10} width={`${45 + ((row * 17) % 40)}%`} radius="sm" />
            {narrow ? <Skeleton height={8} width={`${60 + ((row * 11) % 30)}%`} radius="sm" /> : null}
          </div>
          <Skeleton height={8} width={44} radius="sm" />
        </div>
      ))}
    </div>
  );
}
