import { useEffect, useRef } from 'react';
import classes from './Tick.module.css';

interface Props {
  label: string;
  checked: boolean;
  /** Some of what it stands for is ticked, and some is not. */
  partly?: boolean;
  /** Of the boxes of many rows, Tab comes to one. */
  tabIndex?: 0 | -1;
  onChange: () => void;
}

/** A box to tick in a list: the browser's own, because each row has one and the library's weighs more than the row. */
export function Tick({ label, checked, partly = false, tabIndex = 0, onChange }: Props) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = partly;
  }, [partly]);
  return <input ref={box} type="checkbox" tabIndex={tabIndex} className={classes['tick']} aria-label={label} checked={checked} onChange={onChange} />;
}
