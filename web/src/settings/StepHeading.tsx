import { useEffect, useRef } from 'react';
import classes from './stepHeading.module.css';

interface Props {
  /** Which step it is; another one takes the focus. */
  step: string;
  /** Whether a step of this section came before it. */
  follows: boolean;
  children: string;
}

/**
 * Heading of a step. What was pressed goes with the step before, and the focus with it: the heading takes it,
 * so that whoever uses keys or a screen reader goes on from there. Whoever is elsewhere stays there.
 */
export function StepHeading({ step, follows, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const entered = useRef(follows ? null : step);
  useEffect(() => {
    if (entered.current === step) return;
    entered.current = step;
    if (document.activeElement === null || document.activeElement === document.body) heading.current?.focus();
  }, [step]);
  return (
    <h3 ref={heading} tabIndex={-1} className={classes['heading']}>
      {children}
    </h3>
  );
}
