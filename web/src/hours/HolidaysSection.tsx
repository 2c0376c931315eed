import { IconCalendarOff } from '@tabler/icons-react';
import { api } from '../api/client';
import type { Holiday } from '../api/types';
import { SettingsRows } from '../settings/SettingsRows';
import { SettingsSection } from '../settings/SettingsSection';
import { useSettingsChange } from '../settings/useSettingsChange';
import { sectionWords } from '../settings/words';
import { Chip, SettingsListRow } from '../ui/SettingsList';
import { HolidayForm } from './HolidayForm';
import { calendarName, shownDate } from './model';
import { useCalendars, useHolidays } from './queries';
import { useTexts } from './texts';

/** The days on which nobody works. */
export function HolidaysSection() {
  const { t, language } = useTexts();
  const list = useHolidays();
  const calendars = useCalendars().data ?? [];
  const { change } = useSettingsChange(list.reload, t('holiday.remove_failed'));
  return (
    <SettingsSection<Holiday>
      name="holidays"
      icon={IconCalendarOff}
      words={sectionWords(t, 'holiday.')}
      list={list}
      form={(known, done) => <HolidayForm known={known} calendars={calendars} onDone={done} />}
    >
      {(days, open) => (
        <SettingsRows items={days}>
          {(day) => (
            <SettingsListRow
              name={day.name}
              meta={`${shownDate(day.date, day.yearly, language)} · ${calendarName(calendars, day.calendar_id) ?? t('holiday.all_calendars')}`}
              chips={day.yearly ? <Chip>{t('holiday.yearly_short')}</Chip> : null}
              onOpen={() => open(day)}
              remove={{
                label: t('remove', { name: day.name }),
                title: t('remove_title', { name: day.name }),
                text: t('holiday.remove_text'),
                confirm: t('remove_confirm'),
                run: () => change(() => api.delete('/api/holidays/{id}', { path: { id: day.id } })),
              }}
            />
          )}
        </SettingsRows>
      )}
    </SettingsSection>
  );
}
