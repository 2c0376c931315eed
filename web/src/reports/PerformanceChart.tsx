import { useId } from 'react';
import classes from './chart.module.css';
import { shownDay } from './days';
import { spansOf, type ChartSpan, type Performance } from './performance';
import { useTexts } from './texts';

const SHOWN = ['created', 'resolved'] as const;

/** What came in and what was resolved, two bars for each day. They differ by pattern, too; the table below has the numbers. */
export function PerformanceChart({ report: { rows, from, to, total } }: { report: Performance }) {
  const { t } = useTexts();
  const id = useId();
  const spans = spansOf(rows);
  const most = Math.max(1, ...spans.flatMap((span) => SHOWN.map((figure) => span[figure])));
  const days = (start: string, end: string) => (start === end ? shownDay(start) : t('range.days', { start: shownDay(start), end: shownDay(end) }));
  const title = (span: ChartSpan) => `${days(span.from, span.to)}: ${SHOWN.map((figure) => `${t(`performance.figure.${figure}`)} ${span[figure]}`).join(', ')}`;
  return (
    <figure className={classes['chart']}>
      <figcaption id={`${id}-title`}>{t('performance.chart')}</figcaption>
      <p id={`${id}-text`} className="pb-unseen">
        {t('performance.chart_text', { created: total.created, resolved: total.resolved, days: days(from, to) })}
      </p>
      <div className={classes['plot']} role="img" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
        <span className={classes['most']}>{most}</span>
        <div className={classes['pairs']}>
          {spans.map((span) => (
            <div key={span.from} className={classes['pair']} title={title(span)}>
              {SHOWN.map((figure) => (
                <span key={figure} data-figure={figure} style={{ blockSize: `${(100 * span[figure]) / most}%` }} />
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
        {SHOWN.map((figure) => (
          <li key={figure}>
            <span className={classes['swatch']} data-figure={figure} aria-hidden />
            {t(`performance.figure.${figure}`)}
          </li>
        ))}
      </ul>
    </figure>
  );
}
