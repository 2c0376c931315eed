import { FigureTile } from './FigureTile';
import { changeOf, countOf, durationsOf, FIGURES, isBetter, valueOf, type Figure, type Performance } from './performance';
import classes from './performance.module.css';
import { useTexts } from './texts';
import { useFigureWords } from './useFigureWords';

interface Props {
  report: Performance;
  onOpen: (figure: Figure, title: string) => void;
}

/** The figures of all days together, each with what it counts and what it was before. */
export function PerformanceTotals({ report, onOpen }: Props) {
  const { t } = useTexts();
  return (
    <ul className={classes['totals']} aria-label={t('performance.totals')}>
      {FIGURES.map((figure) => (
        <Total key={figure} figure={figure} report={report} onOpen={onOpen} />
      ))}
    </ul>
  );
}

function Total({ figure, report, onOpen }: Props & { figure: Figure }) {
  const { t } = useTexts();
  const { valueIn, number, duration } = useFigureWords();
  const { total, total_before: before } = report;
  const label = t(`performance.figure.${figure}`);
  const count = countOf(total, figure);
  const durations = durationsOf(total, figure);
  const change = before ? changeOf(valueOf(total, figure), valueOf(before, figure)) : null;
  const name = t('performance.totals');
  return (
    <FigureTile
      label={label}
      definition={t(`performance.definition.${figure}`)}
      value={valueIn(total, figure)}
      isNone={count === 0}
      opens={{ name: t('performance.open', { figure: label, name, count }), to: () => onOpen(figure, t('performance.opened', { figure: label, name })) }}
      more={
        <>
          {figure === 'one_touch' ? t('performance.of', { count: number(total.one_touch), all: number(total.resolution.count) }) : null}
          {durations && typeof durations.p90 === 'number' && typeof durations.mean === 'number'
            ? `${t('performance.p90', { duration: duration(durations.p90) })} · ${t('performance.mean', { duration: duration(durations.mean) })}`
            : null}
          {durations ? <span>{t('performance.counted', { count: number(durations.count) })}</span> : null}
        </>
      }
      change={before && change ? { change, isBetter: isBetter(figure, change), before: valueIn(before, figure) } : null}
    />
  );
}
