import type { ReactNode } from 'react';
import classes from './plans.module.css';

/** A page about plans: what it is, and what belongs to it. */
export function PlansFrame({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className={classes['page']}>
      <div className={classes['inner']}>
        <div>
          <h1 className={classes['title']}>{title}</h1>
          <p className={classes['which']}>{text}</p>
        </div>
        {children}
      </div>
    </div>
  );
}
