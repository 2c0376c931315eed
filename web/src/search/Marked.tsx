import { Fragment } from 'react';
import { cut, type Mark } from './model';
import classes from './search.module.css';

/** A text whose found parts stand out. */
export function Marked({ text, marks }: { text: string; marks: readonly Mark[] }) {
  return cut(text, marks).map((part, at) => (
    // The parts of one text never change places.
    <Fragment key={at}>{part.marked ? <mark className={classes['mark']}>{part.text}</mark> : part.text}</Fragment>
  ));
}
