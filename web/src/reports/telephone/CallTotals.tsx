import type { ReportRange } from '../days';
import { FigureTile } from '../FigureTile';
import { changeOf } from '../performance';
import classes from '../performance.module.css';
import { useTexts } from '../texts';
import { countOf, isBetter, TILES, valueOf, type CallReportAnswer } from './figures';
import { useCallWords } from './useCallWords';

/** The figures of all days together, each with what it counts and what it was before; most lead to their calls. */
export function CallTotals({ report, range }: { report: CallReportAnswer; range: ReportRange }) {
  const { t } = useTexts();
  const { valueIn, besideIn, pathTo } = useCallWords();
  const { total, total_before: before, target_seconds: target } = report;
  const name = t('performance.totals');
  return (
    <ul className={classes['totals']} aria-label={name}>
      {TILES.map((figure) => {
        const label = t(`calls.figure.${figure}`, { target });
        const count = countOf(total, figure);
        const to = pathTo(figure, range);
        const change = before === null ? null : changeOf(valueOf(total, figure), valueOf(before, figure));
        return (
          <FigureTile
            key={figure}
            label={label}
            definition={t(`calls.definition.${figure}`, { target })}
            value={valueIn(total, figure)}
            isNone={count === 0}
            opens={to === null ? undefined : { name: t('performance.open', { figure: label, name, count }), to }}
            more={besideIn(total, figure).join(' · ')}
            change={before === null || change === null ? null : { change, isBetter: isBetter(figure, change), before: valueIn(before, figure) }}
          />
        );
      })}
    </ul>
  );
}
