import { Button, Skeleton } from '@mantine/core';
import { IconChartLine, IconTable } from '@tabler/icons-react';
import { lazy, Suspense, useId, useState } from 'react';
import { SilentBoundary } from '../ui/SilentBoundary';
import classes from './dashboard.module.css';
import { busiestDay, shownDay } from './model';
import { Panel } from './Panel';
import { useTexts } from './texts';
import type { Dashboard, DashboardDay } from './types';

// The chart library is larger than the rest of the dashboard.
const DayChart = lazy(async () => ({ default: (await import('./DayChart')).DayChart }));

type Format = (count: number) => string;

function DayTable({ days, format }: { days: readonly DashboardDay[]; format: Format }) {
  const { t } = useTexts();
  return (
    // Scrolled with the keys as well.
    <div className={classes['scroll']} role="region" aria-label={t('days.caption')} tabIndex={0}>
      <table className={classes['table']}>
        <caption className="pb-unseen">{t('days.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('days.day')}</th>
            <th scope="col">{t('days.opened')}</th>
            <th scope="col">{t('days.resolved')}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, opened, resolved }) => (
            <tr key={day}>
              <th scope="row">{shownDay(day)}</th>
              <td>{format(opened)}</td>
              <td>{format(resolved)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface Props {
  dashboard: Dashboard;
  isShared: boolean;
  format: Format;
}

/** What was opened and resolved on each day: a chart told in a sentence, or the table of its numbers. */
export function DayPanel({ dashboard, isShared, format }: Props) {
  const { t } = useTexts();
  const id = useId();
  const [isTable, setTable] = useState(false);
  const { by_day: days, opened, resolved, start_date: start, end_date: end } = dashboard;
  const busiest = busiestDay(days);
  const text = t('days.text', {
    opened: format(opened),
    resolved: format(resolved),
    start: shownDay(start),
    end: shownDay(end),
    most: format(busiest?.opened ?? 0),
    day: shownDay(busiest?.day ?? end),
  });
  const Mark = isTable ? IconChartLine : IconTable;
  return (
    <Panel
      title={t('days.title')}
      isWide
      aside={
        <Button variant="subtle" size="compact-xs" leftSection={<Mark size={14} stroke={1.5} />} onClick={() => setTable(!isTable)}>
          {t(isTable ? 'days.show_chart' : 'days.show_table')}
        </Button>
      }
    >
      <div className={classes['plot']}>
        {isTable ? (
          <DayTable days={days} format={format} />
        ) : (
          <>
            <p id={id} className="pb-unseen">
              {text}
            </p>
            <ul className={classes['legend']} aria-hidden>
              <li data-line="opened">{t('days.opened')}</li>
              <li data-line="resolved">{t('days.resolved')}</li>
            </ul>
            <div className={classes['chart']} role="img" aria-label={t('days.title')} aria-describedby={id}>
              <SilentBoundary>
                <Suspense fallback={<Skeleton height="100%" />}>
                  <DayChart days={days} isShared={isShared} />
                </Suspense>
              </SilentBoundary>
            </div>
          </>
        )}
      </div>
    </Panel>
  );
}
