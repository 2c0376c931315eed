import { IconClockHour9 } from '@tabler/icons-react';
import { api } from '../api/client';
import type { BusinessCalendar } from '../api/types';
import { SettingsRows } from '../settings/SettingsRows';
import { SettingsSection } from '../settings/SettingsSection';
import { useSettingsChange } from '../settings/useSettingsChange';
import { sectionWords } from '../settings/words';
import { Chip, SettingsListRow } from '../ui/SettingsList';
import { dayNames } from '../ui/weekdays';
import { CalendarForm } from './CalendarForm';
import { inZone, summary } from './model';
import { useCalendars } from './queries';
import { useTexts } from './texts';

/** When the desk is open, calendar by calendar. */
export function HoursSection() {
  const { t } = useTexts();
  const list = useCalendars();
  const { change } = useSettingsChange(list.reload, t('remove_failed'));
  return (
    <SettingsSection<BusinessCalendar>
      name="hours"
      icon={IconClockHour9}
      words={sectionWords(t)}
      list={list}
      form={(known, done) => <CalendarForm known={known} onDone={done} />}
    >
      {(calendars, open) => (
        <SettingsRows items={calendars}>
          {(calendar) => (
            <Line
              calendar={calendar}
              onOpen={() => open(calendar)}
              onRemove={() => change(() => api.delete('/api/hours/{id}', { path: { id: calendar.id } }))}
            />
          )}
        </SettingsRows>
      )}
    </SettingsSection>
  );
}

interface LineProps {
  calendar: BusinessCalendar;
  onOpen: () => void;
  onRemove: () => void;
}

function Line({ calendar, onOpen, onRemove }: LineProps) {
  const { t, language } = useTexts();
  const { name, zone, weekly, open, next_opening: next } = calendar;
  const week = summary(weekly, dayNames(language, 'short'));
  const opens = open || next == null ? '' : ` · ${t('opens', { at: inZone(next, zone, language) })}`;
  return (
    <SettingsListRow
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
        run: onRemove,
      }}
    />
  );
}
