import { useId } from 'react';
import { startOfDay } from '../ui/dates';
import classes from './chart.module.css';
import { shownDay, type ReportRange } from './days';
import { intervalName, REPORT_GROUPS, secondsOf, sumsOf, type IntervalRow } from './intervals';
import type { IntervalLength } from './model';
import { useTexts } from './texts';

interface Props {
  /** At least one. */
  rows: readonly IntervalRow[];
  range: ReportRange;
  interval: IntervalLength;
}

/** From when until when the bars are laid out, in seconds. The server's days may not be those of this zone. */
function spanOfChart(rows: readonly IntervalRow[], range: ReportRange, lengthS: number): { from: number; until: number } {
  const times = rows.map(({ ts }) => ts);
  const from = Math.min(...times, (startOfDay(range.start) ?? Infinity) / 1_000);
  const until = Math.max(...times.map((ts) => ts + lengthS), (startOfDay(range.end, 1) ?? -Infinity) / 1_000);
  return { from, until };
}

/** One stacked bar for each interval. The groups differ by colour and by pattern; the table beside it has the numbers. */
export function IntervalChart({ rows, range, interval }: Props) {
  const { t } = useTexts();
  const id = useId();
  const lengthS = secondsOf(interval);
  const { from, until } = spanOfChart(rows, range, lengthS);
  const share = (seconds: number) => `${(100 * seconds) / (until - from)}%`;
  const sums = sumsOf(rows);
  const highest = rows.reduce((most, row) => (row.total > most.total ? row : most));
  const most = Math.max(1, highest.total);
  const text = t('interval.chart_text', {
    total: sums.total,
    days: t('range.days', { start: shownDay(range.start), end: shownDay(range.end) }),
    most: highest.total,
    at: intervalName(highest.ts, interval),
  });
  return (
    <figure className={classes['chart']}>
      <figcaption id={`${id}-title`}>{t('interval.chart')}</figcaption>
      <p id={`${id}-text`} className="pb-unseen">
        {text}
      </p>
      <div className={classes['plot']} role="img" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
        <span className={classes['most']}>{most}</span>
        <div className={classes['bars']}>
          {rows.map(({ ts, counts, total }) => (
            <div
              key={ts}
              className={classes['bar']}
              title={`${intervalName(ts, interval)}: ${total}`}
              style={{ insetInlineStart: share(ts - from), inlineSize: share(lengthS), blockSize: `${(100 * total) / most}%` }}
            >
              {REPORT_GROUPS.map((group) => (counts[group] === 0 ? null : <span key={group} data-group={group} style={{ flexGrow: counts[group] }} />))}
            </div>
          ))}
        </div>
        <div className={classes['ends']}>
          <span>{shownDay(range.start)}</span>
          <span>{shownDay(range.end)}</span>
        </div>
      </div>
      <ul className={classes['legend']} aria-label={t('interval.legend')}>
        {REPORT_GROUPS.map((group) => (
          <li key={group}>
            <span className={classes['swatch']} data-group={group} aria-hidden />
            {t(`group.${group}`)}
          </li>
        ))}
      </ul>
    </figure>
  );
}
