import { useId, type ReactNode } from 'react';
import classes from './dashboard.module.css';

interface Props {
  title: string;
  /** Over the whole width. */
  isWide?: boolean;
  /** What stands at the end of its heading. */
  aside?: ReactNode;
  children: ReactNode;
}

/** One part of the dashboard under its heading. */
export function Panel({ title, isWide = false, aside, children }: Props) {
  const id = useId();
  return (
    <section className={classes['panel']} aria-labelledby={id} data-wide={isWide || undefined}>
      <header className={classes['panelHead']}>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
