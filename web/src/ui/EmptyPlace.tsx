import type { ReactNode } from 'react';
import classes from './places.module.css';

interface Props {
  icon: ReactNode;
  title: string;
  text?: string;
  action?: ReactNode;
  /** Smaller, for narrow panes. */
  compact?: boolean;
}

/** Says what a place is for, and offers the next step. */
export function EmptyPlace({ icon, title, text, action, compact = false }: Props) {
  return (
    <div className={classes['place']} data-compact={compact || undefined}>
      <div className={classes['icon']} aria-hidden>
        {icon}
      </div>
      <h2 className={classes['title']}>{title}</h2>
      {text === undefined ? null : <p className={classes['text']}>{text}</p>}
      {action === undefined ? null : <div className={classes['action']}>{action}</div>}
    </div>
  );
}
