import { Button } from '@mantine/core';
import { IconCalendarOff, IconLock, IconPlus } from '@tabler/icons-react';
import { api } from '../api/client';
import { asProblem } from '../api/problem';
import type { BusinessCalendar, Holiday } from '../api/types';
import { useSession } from '../session/store';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace } from '../ui/ErrorPlace';
import { Chip, KeptHead, KeptRow, KeptSkeleton } from '../ui/Kept';
import classes from '../ui/kept.module.css';
import { toastError } from '../ui/toast';
import { useOpenForm } from '../ui/useDraft';
import { HolidayForm } from './HolidayForm';
import { calendarName, shownDate } from './model';
import { useCalendars, useHolidays } from './queries';
import { useTexts } from './texts';

/** The days on which nobody works. */
export function HolidaysSection() {
  const { t } = useTexts();
  const isAdmin = useSession((state) => state.session?.isAdmin ?? false);
  if (!isAdmin) {
    return <EmptyPlace icon={<IconLock size={20} stroke={1.5} />} title={t('no_permission')} text={t('no_permission_text')} />;
  }
  return <Holidays />;
}

function Holidays() {
  const { t } = useTexts();
  const { data, error, refetch } = useHolidays();
  const calendars = useCalendars().data ?? [];
  const [edited, setEdited] = useOpenForm<Holiday>('holidays');
  if (edited !== null) {
    return (
      <HolidayForm
        known={edited === 'new' ? null : edited}
        calendars={calendars}
        onDone={() => {
          setEdited(null);
          void refetch();
        }}
      />
    );
  }
  if (data === undefined) {
    if (error === null) return <KeptSkeleton label={t('holiday.loading')} />;
    return <ErrorPlace compact problem={asProblem(error)} title={t('holiday.load_failed')} onRetry={() => void refetch()} />;
  }
  const add = (
    <Button size="xs" leftSection={<IconPlus size={14} stroke={1.5} />} onClick={() => setEdited('new')}>
      {t('holiday.add')}
    </Button>
  );
  if (data.length === 0) {
    return (
      <EmptyPlace icon={<IconCalendarOff size={20} stroke={1.5} />} title={t('holiday.empty')} text={t('holiday.empty_text')} action={add} />
    );
  }
  return (
    <>
      <KeptHead about={t('holiday.about')}>{add}</KeptHead>
      <ul className={classes['rows']}>
        {data.map((day) => (
          <Line key={day.id} day={day} calendars={calendars} onOpen={() => setEdited(day)} onGone={() => void refetch()} />
        ))}
      </ul>
    </>
  );
}

interface LineProps {
  day: Holiday;
  calendars: readonly BusinessCalendar[];
  onOpen: () => void;
  onGone: () => void;
}

function Line({ day, calendars, onOpen, onGone }: LineProps) {
  const { t, language } = useTexts();
  const where = calendarName(calendars, day.calendar_id) ?? t('holiday.all_calendars');

  async function remove(): Promise<void> {
    try {
      await api.delete('/api/holidays/{id}', { path: { id: day.id } });
    } catch {
      toastError(t('holiday.remove_failed'));
    }
    onGone();
  }

  return (
    <KeptRow
      name={day.name}
      meta={`${shownDate(day.date, day.yearly, language)} · ${where}`}
      chips={day.yearly ? <Chip>{t('holiday.yearly_short')}</Chip> : null}
      onOpen={onOpen}
      remove={{
        label: t('remove', { name: day.name }),
        title: t('remove_title', { name: day.name }),
        text: t('holiday.remove_text'),
        confirm: t('remove_confirm'),
        run: () => void remove(),
      }}
    />
  );
}
