import { UnstyledButton } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight, IconEqual, IconPlus } from '@tabler/icons-react';
import { FigureHelp } from '../ui/FigureHelp';
import { changeOf, countOf, durationsOf, FIGURES, isBetter, valueOf, type Change, type Figure, type Performance } from './performance';
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
  return (
    <li>
      <span className={classes['label']}>
        {label}
        <FigureHelp label={t('performance.about', { figure: label })} definition={t(`performance.definition.${figure}`)} />
      </span>
      {count === 0 ? (
        <span className={classes['value']} data-none>
          {valueIn(total, figure)}
        </span>
      ) : (
        <UnstyledButton
          className={classes['value']}
          aria-label={`${t('performance.open', { figure: label, name: t('performance.totals'), count })}. ${valueIn(total, figure)}`}
          onClick={() => onOpen(figure, t('performance.opened', { figure: label, name: t('performance.totals') }))}
        >
          {valueIn(total, figure)}
        </UnstyledButton>
      )}
      <span className={classes['more']}>
        {figure === 'one_touch' ? t('performance.of', { count: number(total.one_touch), all: number(total.resolution.count) }) : null}
        {durations && typeof durations.p90 === 'number' && typeof durations.mean === 'number'
          ? `${t('performance.p90', { duration: duration(durations.p90) })} · ${t('performance.mean', { duration: duration(durations.mean) })}`
          : null}
        {durations ? <span>{t('performance.counted', { count: number(durations.count) })}</span> : null}
      </span>
      {before && change ? <ChangeLine figure={figure} change={change} before={valueIn(before, figure)} /> : null}
    </li>
  );
}

const MARKS = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconEqual, new: IconPlus } as const;

/** Up or down, told by a shape and in words; the colour says whether that is good. */
function ChangeLine({ figure, change, before }: { figure: Figure; change: Change; before: string }) {
  const { t } = useTexts();
  const Mark = MARKS[change];
  const better = isBetter(figure, change);
  return (
    <span className={classes['change']} data-better={better ?? undefined}>
      <Mark size={14} stroke={1.75} aria-hidden />
      {t(`performance.change.${change}`, { before })}
    </span>
  );
}
