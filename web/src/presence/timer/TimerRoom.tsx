import { IconStopwatch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { api } from '../../api/client';
import { asProblem } from '../../api/problem';
import { onEvent, onReload } from '../../realtime/apply';
import { useMe } from '../../session/store';
import { currentTimezone } from '../../ui/dates';
import { EmptyPlace } from '../../ui/EmptyPlace';
import { ErrorPlace } from '../../ui/ErrorPlace';
import { SettingsListSkeleton } from '../../ui/SettingsList';
import { useSecond } from '../../ui/useSecond';
import { StatusDot } from '../StatusDot';
import { useStatusName } from '../texts';
import { clock, rowsOf, type OwnDurations } from './model';
import { useTexts } from './texts';
import classes from './timer.module.css';

/** A moment later than midnight, as no two clocks agree. */
const AFTER_MIDNIGHT_MS = 1_000;

/** How long oneself was in each status today; what lasts counts up. */
export function TimerRoom() {
  const { t } = useTexts();
  const { username } = useMe();
  const timezone = currentTimezone();
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    queryKey: ['own-durations', timezone],
    queryFn: ({ signal }) => api.get('/api/presence/durations', { query: { timezone }, signal }),
  });
  const again = useEffectEvent(() => void refetch());
  useEffect(() => {
    const ends = [onEvent('presence', (frame) => (frame.username === username ? again() : undefined)), onReload(() => again())];
    return () => ends.forEach((end) => end());
  }, [username]);
  // The day ends, and another one begins at nothing.
  const restMs = data === undefined ? null : data.until - data.at;
  useEffect(() => {
    if (restMs === null) return undefined;
    const timer = setTimeout(() => again(), restMs + AFTER_MIDNIGHT_MS);
    return () => clearTimeout(timer);
  }, [restMs, dataUpdatedAt]);
  return (
    <div className={classes['room']}>
      <div className={classes['page']}>
        <h1>{t('title')}</h1>
        {data !== undefined ? (
          <Times day={data} readAt={dataUpdatedAt} />
        ) : error === null ? (
          <SettingsListSkeleton label={t('loading')} />
        ) : (
          <ErrorPlace compact problem={asProblem(error)} title={t('load_failed')} onRetry={() => void refetch()} />
        )}
      </div>
    </div>
  );
}

/** Both times are of this browser's clock, so that it does not matter whether that is right. */
function Times({ day, readAt }: { day: OwnDurations; readAt: number }) {
  const { t } = useTexts();
  const { byCode } = useStatusName();
  const rows = rowsOf(day, Math.min(useSecond() - readAt, day.until - day.at));
  if (rows.length === 0) return <EmptyPlace compact icon={<IconStopwatch size={20} stroke={1.5} />} title={t('none')} text={t('none_text')} />;
  const total = rows.reduce((sum, { ms }) => sum + ms, 0);
  return (
    <>
      <p className={classes['about']}>{t('about', { zone: day.timezone })}</p>
      <table className={classes['table']} aria-label={t('table')}>
        <thead>
          <tr>
            <th scope="col">{t('status')}</th>
            <th scope="col">{t('time')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ code, alternate, ms }) => (
            <tr key={code} data-current={code === day.current || undefined}>
              <th scope="row">
                <StatusDot status={alternate === '' ? code : 'AWAY'} /> {alternate || byCode(code)}
                {code === day.current ? <small>{t('now')}</small> : null}
              </th>
              {/* Not read out every second. */}
              <td role="timer" aria-live="off">
                {clock(ms)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            <td>{clock(total)}</td>
          </tr>
        </tfoot>
      </table>
    </>
  );
}
