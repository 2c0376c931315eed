import { useId } from 'react';
import classes from './chart.module.css';

export interface CategoryBar {
  key: string | number;
  name: string;
  value: number;
  /** The value as it is read. */
  shown: string | number;
}

interface Props {
  title: string;
  /** The same in a sentence, for whoever does not see the bars. */
  text: string;
  bars: readonly CategoryBar[];
}

/** One bar for each of several things, as long as its value; the longest has the whole width. The table below has the numbers. */
export function CategoryChart({ title, text, bars }: Props) {
  const id = useId();
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <figure className={classes['chart']}>
      <figcaption id={`${id}-title`}>{title}</figcaption>
      <p id={`${id}-text`} className="pb-unseen">
        {text}
      </p>
      <div className={classes['categories']} role="img" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
        {bars.map(({ key, name, value, shown }) => (
          <div key={key} className={classes['category']} data-bar={key}>
            <span className={classes['categoryName']} title={name}>
              {name}
            </span>
            <span className={classes['track']}>
              <span style={{ inlineSize: `${(100 * value) / most}%` }} />
            </span>
            <span className={classes['value']}>{shown}</span>
          </div>
        ))}
      </div>
    </figure>
  );
}
