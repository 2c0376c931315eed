import { IconArrowDownRight, IconArrowUpRight, IconEqual } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './dashboard.module.css';
import { FROM_DASHBOARD } from './desk';
import { durationOf } from '../ui/durationOf';
import { FigureHelp } from '../ui/FigureHelp';
import { changeOf, clockIn, ratingCount } from './model';
import { useTexts } from './texts';
import type { Dashboard } from './types';

type FigureName = 'opened' | 'resolved' | 'waiting' | 'first_reply' | 'rating';

interface FigureProps {
  name: FigureName;
  /** As it is shown; null where there is nothing. */
  value: string | null;
  /** The list of what it counts. */
  to?: string | null;
  /** What stands below the value: its change, or why there is none. */
  children: ReactNode;
}

function Figure({ name, value, to = null, children }: FigureProps) {
  const { t } = useTexts();
  const label = t(`figure.${name}.label`);
  return (
    <li className={classes['figure']}>
      <span className={classes['label']}>
        {to === null ? label : <Link to={to} state={FROM_DASHBOARD}>{label}</Link>}
        <FigureHelp label={t('about', { figure: label })} definition={t(`figure.${name}.definition`)} />
      </span>
      <span className={classes['value']} data-none={value === null || undefined}>
        {value ?? t('none')}
      </span>
      <span className={classes['more']}>{children}</span>
    </li>
  );
}

const MARKS = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconEqual } as const;

/** Up or down, told by a shape and in words. */
function ChangeLine({ now, before, days, format }: { now: number; before: number; days: number; format: (count: number) => string }) {
  const { t } = useTexts();
  const { direction, by } = changeOf(now, before);
  const Mark = MARKS[direction];
  return (
    <span className={classes['change']} data-direction={direction}>
      <Mark size={14} stroke={1.75} aria-hidden />
      <span>{t(`change.${direction}`, { count: days, by: format(by), before: format(before) })}</span>
    </span>
  );
}

interface Props {
  dashboard: Dashboard;
  openPath: string | null;
}

/** The five figures at one look, each with its definition. */
export function Figures({ dashboard, openPath }: Props) {
  const { t, language } = useTexts();
  const { opened, opened_before, resolved, resolved_before, waiting, first_reply_seconds: reply, rating_average: average, by_day } = dashboard;
  const format = (count: number) => new Intl.NumberFormat(language).format(count);
  const shared = { days: by_day.length, format };
  const duration = reply === null ? null : durationOf(reply);
  return (
    <ul className={classes['figures']} aria-label={t('figures')}>
      <Figure name="opened" value={format(opened)}>
        <ChangeLine now={opened} before={opened_before} {...shared} />
      </Figure>
      <Figure name="resolved" value={format(resolved)}>
        <ChangeLine now={resolved} before={resolved_before} {...shared} />
      </Figure>
      <Figure name="waiting" value={format(waiting)} to={openPath}>
        {t('figure.waiting.at', { time: clockIn(dashboard.at, dashboard.timezone) })}
      </Figure>
      <Figure name="first_reply" value={duration === null ? null : t(`duration.${duration.unit}`, duration.values)}>
        {t(duration === null ? 'figure.first_reply.none' : 'figure.first_reply.median')}
      </Figure>
      <Figure name="rating" value={average === null ? null : t('figure.rating.of', { average: average.toFixed(2) })}>
        {average === null ? t('figure.rating.none') : t('figure.rating.count', { count: ratingCount(dashboard) })}
      </Figure>
    </ul>
  );
}
