import { SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChartBarOff } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useMe } from '../session/store';
import { UTC } from '../session/profile/zones';
import { EmptyPlace } from '../ui/EmptyPlace';
import classes from './busy.module.css';
import { busiestOf, BUSY_KINDS, busyWords, FIGURES, weekOf, weekOrder, type FigureKind } from './busyHours';
import { BusyTable } from './BusyTable';
import { readBusyHours, type BusyHoursAnswer } from './calls';
import type { ReportRange } from './days';
import { REPORTS } from './queryKeys';
import { ReportPart } from './ReportPart';
import { useTexts } from './texts';

/** Hours in one column, where the screen is wide and where it is not. */
const SPAN = { wide: 1, narrow: 3 } as const;

/** At which hours of the week tickets are opened. */
export function BusyTab({ range }: { range: ReportRange }) {
  const { t } = useTexts();
  const [search, setSearch] = useSearchParams();
  const kind = BUSY_KINDS.find((one) => one === search.get('type')) ?? 'both';
  const figures = FIGURES.find((one) => one === search.get('figures')) ?? 'average';
  const query = useQuery({
    queryKey: [REPORTS, 'busy', range, kind],
    queryFn: ({ signal }) => readBusyHours(range, kind, signal),
    // Another kind of the same days changes the figures in their place.
    placeholderData: keepPreviousData,
  });

  /** What is usual does not stand in the address. */
  function choose(name: string, value: string, usual: string): void {
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === usual) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  }

  return (
    <>
      <div className={classes['choices']}>
        <SegmentedControl
          size="xs"
          aria-label={t('busy.kind.label')}
          value={kind}
          data={BUSY_KINDS.map((value) => ({ value, label: t(`busy.kind.${value}`) }))}
          onChange={(value) => choose('type', value, 'both')}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('busy.figures.label')}
          value={figures}
          data={FIGURES.map((value) => ({ value, label: t(`busy.figures.${value}`) }))}
          onChange={(value) => choose('figures', value, 'average')}
        />
      </div>
      <div className={classes['results']} aria-busy={query.isPlaceholderData}>
        <ReportPart query={query}>{(answer) => <BusyHours answer={answer} figures={figures} />}</ReportPart>
      </div>
    </>
  );
}

function BusyHours({ answer, figures }: { answer: BusyHoursAnswer; figures: FigureKind }) {
  const { t, language } = useTexts();
  const { timezone } = useMe();
  const narrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  const span = narrow ? SPAN.narrow : SPAN.wide;
  const order = weekOrder(language);
  const busiest = busiestOf(answer, order, figures);
  if (busiest === null) {
    return <EmptyPlace compact icon={<IconChartBarOff size={20} stroke={1.5} />} title={t('busy.none')} text={t('busy.none_text')} />;
  }
  const words = busyWords(language);
  return (
    <>
      <p className={classes['busiest']}>
        {t(`busy.busiest.${figures}`, {
          day: words.long[busiest.weekday],
          from: words.clock(busiest.hour),
          until: words.clock(busiest.hour + 1),
          figure: words.sentence(busiest.figure, figures),
        })}
      </p>
      {/* The server counts in UTC for whoever chose no zone, as it does with days. */}
      <p className={classes['zone']}>{t('busy.zone', { zone: timezone === '' || timezone === UTC.value ? UTC.label : timezone })}</p>
      <BusyTable week={weekOf(answer, order, span)} span={span} figures={figures} words={words} />
    </>
  );
}
