import { Checkbox, NativeSelect, NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { timezones } from '../session/profile/zones';
import { FieldGroup, GroupFault } from '../settings/FieldGroup';
import { dayNames } from '../ui/weekdays';
import { DAY_MAX, REPEATS, WEEKDAYS, withRepeat, zoneValue, type PartProps } from './model';
import classes from './schedules.module.css';
import { useTexts } from './texts';

/** When it goes out: every day, on weekdays or on a day of the month, at a time on the clock of a zone. */
export function TimeFields({ draft, faults, onChange }: PartProps) {
  const { t, language } = useTexts();
  const [zones] = useState(timezones);
  const names = dayNames(language, 'long');
  const zone = zoneValue(draft.timezone);
  const isListed = zones.some((one) => (typeof one === 'string' ? one : one.value) === zone);
  return (
    <FieldGroup title={t('when_title')}>
      <div className={classes['fields']}>
        <NativeSelect
          label={t('field.repeat')}
          error={faults['repeat']}
          data={REPEATS.map((value) => ({ value, label: t(`repeat.${value}`) }))}
          value={draft.repeat}
          onChange={(event) => {
            const repeat = REPEATS.find((one) => one === event.currentTarget.value);
            if (repeat !== undefined) onChange(withRepeat(draft, repeat));
          }}
        />
        {draft.repeat === 'monthly' ? (
          <NumberInput
            label={t('field.day_of_month')}
            error={faults['day_of_month']}
            min={1}
            max={DAY_MAX}
            allowDecimal={false}
            allowNegative={false}
            value={draft.day_of_month}
            onChange={(typed) => onChange({ day_of_month: Number(typed) })}
          />
        ) : null}
        {draft.repeat === 'weekly' ? (
          <Checkbox.Group
            className={classes['wide'] ?? ''}
            label={t('field.weekdays')}
            value={draft.weekdays.map(String)}
            onChange={(values) => onChange({ weekdays: WEEKDAYS.filter((day) => values.includes(String(day))) })}
          >
            <div className={classes['weekdays']}>
              {WEEKDAYS.map((day) => (
                <Checkbox key={day} value={String(day)} label={names[day - 1]} aria-invalid={faults['weekdays'] !== undefined || undefined} />
              ))}
            </div>
            <GroupFault>{faults['weekdays']}</GroupFault>
          </Checkbox.Group>
        ) : null}
        <TextInput
          type="time"
          label={t('field.time')}
          error={faults['time']}
          value={draft.time}
          onChange={(event) => onChange({ time: event.currentTarget.value })}
        />
        <Select
          label={t('field.timezone')}
          searchable
          limit={50}
          maxDropdownHeight={220}
          nothingFoundMessage={t('zone_none')}
          data={isListed ? zones : [zone, ...zones]}
          value={zone}
          error={faults['timezone']}
          onChange={(timezone) => {
            if (timezone !== null) onChange({ timezone });
          }}
        />
      </div>
    </FieldGroup>
  );
}
