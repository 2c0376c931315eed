import { ActionIcon, Button } from '@mantine/core';
import { IconLock, IconRefresh, IconShare2 } from '@tabler/icons-react';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { asProblem, Problem } from '../api/problem';
import { useMe } from '../session/store';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace } from '../ui/ErrorPlace';
import { Tooltip } from '../ui/Tooltip';
import { useLate } from '../ui/useLate';
import { calls } from './calls';
import classes from './dashboard.module.css';
import { DashboardSkeleton } from './DashboardSkeleton';
import { DashboardView } from './DashboardView';
import type { DashboardDesk } from './desk';
import { clockIn, DEFAULT_PRESET, faultOf, presetRange, type DashboardRange } from './model';
import { RangeControls } from './RangeControls';
import { ShareDialog } from './ShareDialog';
import { useTexts } from './texts';
import type { Dashboard } from './types';

const EVERY_MS = 300_000;

export function NoPermission() {
  const { t } = useTexts();
  return <EmptyPlace icon={<IconLock size={20} stroke={1.5} />} title={t('no_permission')} text={t('no_permission_text')} />;
}

/** The dashboard for whoever may view reports: the days it is of, its figures, and for admins how it is shared. */
export function DashboardRoom({ desk }: { desk: DashboardDesk }) {
  const { t } = useTexts();
  const { isAdmin } = useMe();
  const [isSharing, setSharing] = useState(false);
  // A number of days goes along with the day it is.
  const [chosen, setChosen] = useState<number | DashboardRange>(DEFAULT_PRESET);
  const range = typeof chosen === 'number' ? presetRange(desk.today, chosen) : chosen;
  const fault = faultOf(range, desk.today);
  const query = useQuery({
    queryKey: ['dashboard', range],
    queryFn: ({ signal }) => calls.read(range, signal),
    placeholderData: keepPreviousData,
    enabled: fault === null,
    refetchInterval: EVERY_MS,
  });
  const { error, refetch } = query;
  const problem = error === null ? null : asProblem(error);
  const refused = problem === null ? '' : Object.values(problem.fields).join(' ');
  return (
    <div className={classes['room']}>
      <div className={classes['inner']}>
        <header className={classes['top']}>
          <h1>{t('title')}</h1>
          <RangeControls desk={desk} range={range} fault={fault} refused={refused} onPreset={setChosen} onRange={setChosen} />
          <div className={classes['buttons']}>
            <Tooltip label={t('refresh')}>
              <ActionIcon variant="default" size={30} aria-label={t('refresh')} onClick={() => void refetch()}>
                <IconRefresh size={16} stroke={1.5} />
              </ActionIcon>
            </Tooltip>
            {isAdmin ? (
              <Button variant="default" size="xs" leftSection={<IconShare2 size={14} stroke={1.5} />} aria-haspopup="dialog" onClick={() => setSharing(true)}>
                {t('share.button')}
              </Button>
            ) : null}
          </div>
        </header>
        <Body query={query} desk={desk} isAsked={fault === null} />
        {isAdmin ? <ShareDialog opened={isSharing} onClose={() => setSharing(false)} /> : null}
      </div>
    </div>
  );
}

/** What the server has against the days is all it says of why: it stands where the reason stands. */
function withReason(problem: Problem): Problem {
  const reasons = Object.values(problem.fields).join(' ');
  return reasons === '' ? problem : new Problem(problem.code, problem.status, problem.message, problem.fields, reasons, problem.body);
}

interface BodyProps {
  query: UseQueryResult<Dashboard>;
  desk: DashboardDesk;
  isAsked: boolean;
}

/** The dashboard while it loads, where it failed, and where it may not be seen. What is there stays over a refresh that failed. */
function Body({ query, desk, isAsked }: BodyProps) {
  const { t } = useTexts();
  const { data, error, isPlaceholderData, refetch } = query;
  const late = useLate(isAsked && data === undefined && error === null);
  const problem = error === null ? null : asProblem(error);
  if (problem?.code === 'forbidden') return <NoPermission />;
  if (data === undefined) {
    if (problem !== null) return <ErrorPlace compact problem={withReason(problem)} title={t('failed')} onRetry={() => void refetch()} />;
    return late ? <DashboardSkeleton /> : null;
  }
  const time = clockIn(data.at, data.timezone);
  return (
    <div className={classes['body']} data-busy={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
      {problem === null ? (
        <p className={classes['counted']}>{t('counted', { time, zone: data.timezone })}</p>
      ) : (
        <p className={classes['counted']} role="alert" data-stale>
          {t('not_refreshed', { time })}
        </p>
      )}
      <DashboardView dashboard={data} groupName={desk.groupName} links={desk.links} />
    </div>
  );
}
