import { useId, type ReactNode } from 'react';
import { clockTime } from '../ui/dates';
import { useBoard, useIsStale } from './store';
import classes from './supervisory.module.css';
import { useTexts } from './texts';

/** Zones differ by whole minutes, so that seconds are the same everywhere. */
function secondTime(ms: number): string {
  return `${clockTime(ms)}:${String(Math.floor(ms / 1_000) % 60).padStart(2, '0')}`;
}

/** When the board was read, and a word where it is out of date. */
export function ReadAt() {
  const { t } = useTexts();
  const isStale = useIsStale();
  const at = useBoard((state) => state.board?.at);
  if (at === undefined) return null;
  return (
    <span className={classes['readAt']} data-stale={isStale || undefined}>
      {isStale ? <strong>{t('out_of_date')}</strong> : null}
      <time dateTime={new Date(at).toISOString()}>{t('read_at', { time: secondTime(at) })}</time>
    </span>
  );
}

interface Props {
  title: string;
  /** How many there are. */
  count?: string;
  /** It is not read with the board, whose moment says nothing of it. */
  isReadApart?: boolean;
  children: ReactNode;
}

/** One part of the board under its heading; grey while it is out of date. */
export function BoardSection({ title, count, isReadApart = false, children }: Props) {
  const id = useId();
  const isStale = useIsStale();
  return (
    <section className={classes['section']} aria-labelledby={id} data-stale={isStale || undefined}>
      <header className={classes['head']}>
        <h2>
          <span id={id}>{title}</span>
          {count === undefined ? null : <span className={classes['count']}>{count}</span>}
        </h2>
        {isReadApart ? null : <ReadAt />}
      </header>
      {children}
    </section>
  );
}

/** Where a part has nothing to show. */
export function NothingHere({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className={classes['empty']}>
      <strong>{title}</strong>
      <p>{text}</p>
      {children}
    </div>
  );
}
