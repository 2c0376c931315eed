import { useId } from 'react';
import classes from './chart.module.css';
import { shownDay } from './days';
import type { ChartSpan } from './spans';
import { useTexts } from './texts';

interface Props<Figure extends string> {
  title: string;
  /** The same in a sentence, for whoever does not see the bars. */
  text: string;
  /** The two that are compared, with their names. */
  figures: readonly { key: Figure; label: string }[];
  spans: readonly ChartSpan<Figure>[];
  from: string;
  to: string;
}

/** Two bars for each day, or for some days in a row. They differ by pattern, too; the table below has the numbers. */
export function PairChart<Figure extends string>({ title, text, figures, spans, from, to }: Props<Figure>) {
  const { t } = useTexts();
  const id = useId();
  const counts = (span: ChartSpan<Figure>): Record<Figure, number> => span;
  const most = Math.max(1, ...spans.flatMap((span) => figures.map(({ key }) => counts(span)[key])));
  const days = (start: string, end: string) => (start === end ? shownDay(start) : t('range.days', { start: shownDay(start), end: shownDay(end) }));
  const hint = (span: ChartSpan<Figure>) => `${days(span.from, span.to)}: ${figures.map(({ key, label }) => `${label} ${counts(span)[key]}`).join(', ')}`;
  return (
    <figure className={classes['chart']}>
      <figcaption id={`${id}-title`}>{title}</figcaption>
      <p id={`${id}-text`} className="pb-unseen">
        {text}
      </p>
      <div className={classes['plot']} role="img" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
        <span className={classes['most']}>{most}</span>
        <div className={classes['pairs']}>
          {spans.map((span) => (
            <div key={span.from} className={classes['pair']} title={hint(span)}>
              {figures.map(({ key }) => (
                <span key={key} data-figure={key} style={{ blockSize: `${(100 * counts(span)[key]) / most}%` }} />
              ))}
            </div>
          ))}
        </div>
        <div className={classes['ends']}>
          <span>{shownDay(from)}</span>
          <span>{shownDay(to)}</span>
        </div>
      </div>
      <ul className={classes['legend']} aria-label={t('performance.chart_legend')}>
        {figures.map(({ key, label }) => (
          <li key={key}>
            <span className={classes['swatch']} data-figure={key} aria-hidden />
            {label}
          </li>
        ))}
      </ul>
    </figure>
  );
}
