import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { api } from '../api/client';
import type { BusinessCalendar, Holiday } from '../api/types';
import { SettingsForm } from '../settings/SettingsForm';
import { useSettingsForm } from '../settings/useSettingsForm';
import classes from '../ui/settingsList.module.css';
import { useTexts } from './texts';

interface Props {
  known: Holiday | null;
  calendars: readonly BusinessCalendar[];
  onDone: () => void;
}

/** A day on which nobody works, once or every year, for all calendars or one. */
export function HolidayForm({ known, calendars, onDone }: Props) {
  const { t } = useTexts();
  const form = useSettingsForm({
    name: 'holiday',
    known,
    initial: {
      name: known?.name ?? '',
      date: known?.date ?? '',
      yearly: known?.yearly ?? false,
      calendar_id: known?.calendar_id ?? null,
    },
    required: { name: t('fault.name'), date: t('fault.date') },
    save: (json) => (known === null ? api.post('/api/holidays', { json }) : api.put('/api/holidays/{id}', { path: { id: known.id }, json })),
    saved: t('holiday.saved'),
    done: onDone,
  });
  const { draft, input, change } = form;
  return (
    <SettingsForm
      form={form}
      title={known === null ? t('holiday.add') : known.name}
      words={{ save: t('save'), cancel: t('cancel') }}
      onLeave={onDone}
    >
      <div className={classes['pair']}>
        <TextInput label={t('name')} maxLength={80} autoFocus {...input('name')} />
        <TextInput label={t('holiday.date')} type="date" {...input('date')} />
      </div>
      <NativeSelect
        label={t('holiday.calendar')}
        value={draft.calendar_id === null ? '' : String(draft.calendar_id)}
        onChange={(event) => {
          const { value } = event.currentTarget;
          change({ calendar_id: value === '' ? null : Number(value) });
        }}
        data={[
          { value: '', label: t('holiday.all_calendars') },
          ...calendars.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <Switch label={t('holiday.yearly')} {...input('yearly', { type: 'checkbox' })} />
    </SettingsForm>
  );
}
