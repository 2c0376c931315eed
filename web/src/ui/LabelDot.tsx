import type { CSSProperties } from 'react';
import classes from './LabelDot.module.css';

/** A label's colour, the one of the theme. Always beside the label's name, which says the same. */
export function LabelDot({ color, colorDark }: { color: string; colorDark: string }) {
  const style = { '--label-light': color, '--label-dark': colorDark } as CSSProperties;
  return <span className={classes['dot']} style={style} aria-hidden />;
}

/** In its place where there is no label, so that names stand below each other. */
export function NoLabelDot() {
  return <span className={classes['dot']} data-none aria-hidden />;
}
