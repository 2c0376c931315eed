import { Button } from '@mantine/core';
import { IconClockHour9, IconLock, IconPlus } from '@tabler/icons-react';
import { api } from '../api/client';
import { asProblem } from '../api/problem';
import type { BusinessCalendar } from '../api/types';
import { useSession } from '../session/store';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace } from '../ui/ErrorPlace';
import { Chip, KeptHead, KeptRow, KeptSkeleton } from '../ui/Kept';
import classes from '../ui/kept.module.css';
import { toastError } from '../ui/toast';
import { useOpenForm } from '../ui/useDraft';
import { CalendarForm } from './CalendarForm';
import { dayNames, inZone, summary } from './model';
import { useCalendars } from './queries';
import { useTexts } from './texts';

/** When the desk is open, calendar by calendar. */
export function HoursSection() {
  const { t } = useTexts();
  const isAdmin = useSession((state) => state.session?.isAdmin ?? false);
  if (!isAdmin) {
    return <EmptyPlace icon={<IconLock size={20} stroke={1.5} />} title={t('no_permission')} text={t('no_permission_text')} />;
  }
  return <Calendars />;
}

function Calendars() {
  const { t } = useTexts();
  const { data, error, refetch } = useCalendars();
  const [edited, setEdited] = useOpenForm<BusinessCalendar>('hours');
  if (edited !== null) {
    return (
      <CalendarForm
        known={edited === 'new' ? null : edited}
        onDone={() => {
          setEdited(null);
          void refetch();
        }}
      />
    );
  }
  if (data === undefined) {
    if (error === null) return <KeptSkeleton label={t('loading')} />;
    return <ErrorPlace compact problem={asProblem(error)} title={t('load_failed')} onRetry={() => void refetch()} />;
  }
  const add = (
    <Button size="xs" leftSection={<IconPlus size={14} stroke={1.5} />} onClick={() => setEdited('new')}>
      {t('add')}
    </Button>
  );
  if (data.length === 0) {
    return <EmptyPlace icon={<IconClockHour9 size={20} stroke={1.5} />} title={t('empty')} text={t('empty_text')} action={add} />;
  }
  return (
    <>
      <KeptHead about={t('about')}>{add}</KeptHead>
      <ul className={classes['rows']}>
        {data.map((calendar) => (
          <Line key={calendar.id} calendar={calendar} onOpen={() => setEdited(calendar)} onGone={() => void refetch()} />
        ))}
      </ul>
    </>
  );
}

function Line({ calendar, onOpen, onGone }: { calendar: BusinessCalendar; onOpen: () => void; onGone: () => void }) {
  const { t, language } = useTexts();
  const { name, zone, weekly, open, next_opening: next } = calendar;
  const week = summary(weekly, dayNames(language, 'short'));
  const opens = open || next == null ? '' : ` · ${t('opens', { at: inZone(next, zone, language) })}`;

  async function remove(): Promise<void> {
    try {
      await api.delete('/api/hours/{id}', { path: { id: calendar.id } });
    } catch {
      toastError(t('remove_failed'));
    }
    onGone();
  }

  return (
    <KeptRow
      name={name}
      meta={`${week === '' ? t('never') : week} · ${zone}${opens}`}
      chips={
        <>
          <Chip {...(open ? { tone: 'good' as const } : {})}>{t(open ? 'open_now' : 'closed_now')}</Chip>
          {calendar.default ? <Chip>{t('is_default')}</Chip> : null}
        </>
      }
      onOpen={onOpen}
      remove={{
        label: t('remove', { name }),
        title: t('remove_title', { name }),
        text: t('remove_text'),
        confirm: t('remove_confirm'),
        run: () => void remove(),
      }}
    />
  );
}
