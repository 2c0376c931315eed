import { IconChartBarOff } from '@tabler/icons-react';
import { EmptyPlace } from '../ui/EmptyPlace';
import { BarList } from './BarList';
import classes from './dashboard.module.css';
import { DayPanel } from './DayPanel';
import type { DashboardLinks, GroupName } from './desk';
import { Figures } from './Figures';
import { channelBars, isEmpty, ratingCount } from './model';
import { Panel } from './Panel';
import { useTexts } from './texts';
import type { Dashboard } from './types';

interface Props {
  dashboard: Dashboard;
  groupName: GroupName;
  /** Absent on a page for people who are not signed in, which leads nowhere. */
  links?: DashboardLinks;
}

/** A dashboard as it was counted: figures, statuses, channels, days, ratings. */
export function DashboardView({ dashboard, groupName, links }: Props) {
  const { t, language } = useTexts();
  const { by_status, by_channel, ratings, start_date: start, end_date: end } = dashboard;
  const isShared = links === undefined;
  const format = (count: number) => new Intl.NumberFormat(language).format(count);
  if (isEmpty(dashboard)) {
    return <EmptyPlace icon={<IconChartBarOff size={20} stroke={1.5} />} title={t('empty')} text={t(isShared ? 'empty_shared' : 'empty_text')} />;
  }
  return (
    <div className={classes['view']}>
      <Figures dashboard={dashboard} openPath={links?.open ?? null} />
      <div className={classes['panels']}>
        <DayPanel dashboard={dashboard} isShared={isShared} format={format} />
        <Panel title={t('statuses.title')}>
          <BarList
            label={t('statuses.title')}
            bars={by_status.map(({ status, count }) => ({ key: status, label: t(`statuses.${status}`), count, to: links?.status(status, { start, end }) ?? null }))}
            format={format}
          />
        </Panel>
        <Panel title={t('channels.title')}>
          {by_channel.length === 0 ? (
            <p className={classes['nothing']}>{t('channels.none')}</p>
          ) : (
            <BarList label={t('channels.title')} bars={channelBars(by_channel, groupName)} format={format} />
          )}
        </Panel>
        <Panel title={t('ratings.title')}>
          {ratingCount(dashboard) === 0 ? (
            <p className={classes['nothing']}>{t('figure.rating.none')}</p>
          ) : (
            <BarList
              label={t('ratings.title')}
              bars={[...ratings].sort((one, other) => other.rating - one.rating).map(({ rating, count }) => ({ key: rating, label: t('ratings.row', { rating }), count }))}
              format={format}
            />
          )}
        </Panel>
      </div>
    </div>
  );
}
