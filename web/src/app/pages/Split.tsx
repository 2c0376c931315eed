import { useState, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRememberedWidth, WidthHandle } from '../../ui/WidthHandle';
import classes from './split.module.css';

interface Props {
  list: ReactNode;
  /** What stands beside the list; null gives the list the whole width. */
  pane: ReactNode;
  /** On a narrow screen only one of the two shows: the pane when something is open. */
  open: boolean;
}

const START = 340;

/** A list and what was opened from it. The list stays mounted and keeps its place. */
export function Split({ list, pane, open }: Props) {
  const { t } = useTranslation();
  const [kept] = useRememberedWidth('list', START);
  const [width, setWidth] = useState(kept);
  const whole = pane === null;
  return (
    <div
      className={whole ? classes['wide'] : classes['split']}
      style={{ '--pb-list-width': `${width}px` } as CSSProperties}
      data-open={open || undefined}
    >
      <div className={whole ? classes['wide'] : classes['list']}>
        {list}
        {whole ? null : (
          <WidthHandle name="list" label={t('shell.list_width')} min={280} max={480} start={START} onWidth={setWidth} />
        )}
      </div>
      {whole ? null : <div className={classes['pane']} data-opened={open || undefined}>{pane}</div>}
    </div>
  );
}
