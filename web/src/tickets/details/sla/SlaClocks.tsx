import { Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCircleOff, IconClock, IconPlayerPauseFilled, type Icon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect } from 'react';
import { api } from '../../../api/client';
import type { components } from '../../../api/openapi.gen';
import { onEvent, onReload } from '../../../realtime/apply';
import { fullTime } from '../../../ui/dates';
import { useDueTexts } from '../../../ui/due/texts';
import { spanWords, targetWords } from '../../../ui/due/words';
import { useLate } from '../../../ui/useLate';
import { useNow } from '../../../ui/useNow';
import classes from './sla.module.css';
import { useTexts } from './texts';

type Clock = components['schemas']['SlaClock'];

/** Every SLA clock of a ticket, those that ended as well. */
export function SlaClocks({ ticket }: { ticket: number }) {
  const { t } = useTexts();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['ticket-sla', ticket],
    queryFn: ({ signal }) => api.get('/api/tickets/{id}/sla', { path: { id: ticket }, signal }),
    // What happened while the fold was closed was told to nobody here.
    staleTime: 0,
  });
  const late = useLate(isPending);
  useEffect(() => {
    const ends = [
      onEvent('ticketDueChanged', ({ ticket_id }) => {
        if (ticket_id === ticket) void refetch();
      }),
      onReload(() => void refetch()),
    ];
    return () => ends.forEach((end) => end());
  }, [ticket, refetch]);

  if (data === undefined) {
    if (error === null) return late ? <Skeleton height={40} radius="sm" role="progressbar" aria-label={t('loading')} /> : null;
    return (
      <p role="alert" className={classes['failed']}>
        {t('load_failed')}{' '}
        <Button variant="subtle" size="compact-xs" onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </p>
    );
  }
  if (data.length === 0) return <p className={classes['none']}>{t('empty')}</p>;
  return (
    <ul className={classes['clocks']}>
      {data.map((clock) => (
        <Line key={clock.id} clock={clock} />
      ))}
    </ul>
  );
}

type Standing = 'running' | 'warned' | 'overdue' | 'paused' | 'met' | 'met_late' | 'cancelled';

const ICONS: Readonly<Record<Standing, Icon>> = {
  running: IconClock,
  warned: IconClock,
  overdue: IconAlertTriangle,
  paused: IconPlayerPauseFilled,
  met: IconCheck,
  met_late: IconAlertTriangle,
  cancelled: IconCircleOff,
};

function standingOf({ state, due_at, warn_at, breached_at }: Clock, now: number): Standing {
  if (state === 'met') return breached_at === null ? 'met' : 'met_late';
  if (state !== 'running') return state;
  if (breached_at !== null || (due_at ?? Infinity) <= now) return 'overdue';
  return (warn_at ?? Infinity) <= now ? 'warned' : 'running';
}

/** How the clock stands, with the moment that counts for it. */
function standingWords(clock: Clock, standing: Standing, t: TFunction, language: string): string {
  switch (standing) {
    case 'met':
    case 'met_late':
    case 'cancelled':
      return t(standing, { at: fullTime(clock.stopped_at ?? clock.started_at) });
    case 'paused': {
      const left = clock.remaining_ms ?? 0;
      return t(left > 0 ? 'paused' : 'paused_over', { time: spanWords(left, language) });
    }
    case 'overdue':
      return t('overdue', { at: fullTime(clock.due_at ?? clock.breached_at ?? clock.started_at) });
    case 'running':
    case 'warned':
      return clock.due_at === null ? t('never_due') : t('due', { at: fullTime(clock.due_at) });
  }
}

function Line({ clock }: { clock: Clock }) {
  const { t, language } = useTexts();
  const due = useDueTexts();
  const now = useNow();
  const standing = standingOf(clock, now);
  const Sign = ICONS[standing];
  const times = [
    t('target', { time: targetWords(clock.target_minutes, due.t) }),
    t('started', { at: fullTime(clock.started_at) }),
    ...(clock.warned_at === null ? [] : [t('warned', { at: fullTime(clock.warned_at) })]),
    ...(clock.breached_at === null || standing === 'overdue' ? [] : [t('breached', { at: fullTime(clock.breached_at) })]),
  ];
  return (
    <li data-standing={standing}>
      <span className={classes['metric']}>
        <Sign size={14} stroke={1.5} aria-hidden />
        {due.t(`metric.${clock.metric}`)}
      </span>
      <span className={classes['standing']}>{standingWords(clock, standing, t, language)}</span>
      <small>{clock.label === '' ? t('by_policy', { name: clock.policy }) : t('by_label', { name: clock.label })}</small>
      <small>{times.join(' · ')}</small>
    </li>
  );
}
