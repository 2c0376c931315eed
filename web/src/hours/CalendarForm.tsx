import { Select, Switch, TextInput } from '@mantine/core';
import { api } from '../api/client';
import type { BusinessCalendar } from '../api/types';
import { SettingsForm } from '../settings/SettingsForm';
import { useSettingsForm } from '../settings/useSettingsForm';
import { currentTimezone } from '../ui/dates';
import classes from '../ui/settingsList.module.css';
import { asShown, asStored, officeWeek, zones } from './model';
import { useTexts } from './texts';
import { WeekEditor } from './WeekEditor';

/** A calendar, new or as it is: its name, its time zone and the times of a week. */
export function CalendarForm({ known, onDone }: { known: BusinessCalendar | null; onDone: () => void }) {
  const { t } = useTexts();
  const form = useSettingsForm({
    name: 'calendar',
    known,
    initial: {
      name: known?.name ?? '',
      zone: known?.zone ?? currentTimezone(),
      weekly: known === null ? officeWeek() : asShown(known.weekly),
      default: known?.default ?? false,
    },
    required: { name: t('fault.name') },
    save: (values) => {
      const json = { ...values, weekly: asStored(values.weekly) };
      return known === null ? api.post('/api/hours', { json }) : api.put('/api/hours/{id}', { path: { id: known.id }, json });
    },
    saved: t('saved'),
    done: onDone,
  });
  const { draft, dirty, faults, input, change } = form;
  return (
    <SettingsForm
      form={form}
      title={known === null ? t('add') : known.name}
      words={{ save: t('save'), cancel: t('cancel') }}
      disabled={known !== null && !dirty}
      onLeave={onDone}
    >
      <div className={classes['pair']}>
        <TextInput label={t('name')} maxLength={80} autoFocus {...input('name')} />
        <Select
          label={t('zone')}
          searchable
          limit={50}
          maxDropdownHeight={220}
          nothingFoundMessage={t('zone_none')}
          data={[...new Set([draft.zone, ...zones()])]}
          value={draft.zone}
          error={faults['zone']}
          onChange={(zone) => {
            if (zone !== null) change({ zone });
          }}
        />
      </div>
      <WeekEditor weekly={draft.weekly} faults={faults} onChange={(weekly) => change({ weekly })} />
      <Switch
        label={t('default')}
        description={known?.default === true ? t('default_hint') : null}
        disabled={known?.default === true}
        {...input('default', { type: 'checkbox' })}
      />
    </SettingsForm>
  );
}
