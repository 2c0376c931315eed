import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { api } from '../api/client';
import type { BusinessCalendar, Holiday } from '../api/types';
import { FormFoot } from '../ui/Kept';
import classes from '../ui/kept.module.css';
import { toastSuccess } from '../ui/toast';
import { useDraft } from '../ui/useDraft';
import { useTexts } from './texts';

interface Props {
  known: Holiday | null;
  calendars: readonly BusinessCalendar[];
  onDone: () => void;
}

/** A day on which nobody works, once or every year, for all calendars or one. */
export function HolidayForm({ known, calendars, onDone }: Props) {
  const { t } = useTexts();
  const { draft, dirty, busy, faults, failure, form, change, send, leave } = useDraft(`holiday-${known?.id ?? 'new'}`, {
    name: known?.name ?? '',
    date: known?.date ?? '',
    yearly: known?.yearly ?? false,
    calendar_id: known?.calendar_id ?? null,
  });

  async function save(): Promise<void> {
    const missing = (['name', 'date'] as const).filter((name) => draft[name].trim() === '');
    const saved = await send(
      () =>
        known === null ? api.post('/api/holidays', { json: draft }) : api.put('/api/holidays/{id}', { path: { id: known.id }, json: draft }),
      Object.fromEntries(missing.map((name) => [name, t(`fault.${name}`)])),
    );
    if (saved === null) return;
    toastSuccess(t('holiday.saved'));
    onDone();
  }

  return (
    <form
      ref={form}
      noValidate
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h3 className={classes['formTitle']}>{known === null ? t('holiday.add') : known.name}</h3>
      <div className={classes['pair']}>
        <TextInput
          label={t('name')}
          maxLength={80}
          autoFocus
          value={draft.name}
          error={faults['name']}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TextInput
          label={t('holiday.date')}
          type="date"
          value={draft.date}
          error={faults['date']}
          onChange={(event) => change({ date: event.currentTarget.value })}
        />
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
      <Switch
        label={t('holiday.yearly')}
        checked={draft.yearly}
        onChange={(event) => change({ yearly: event.currentTarget.checked })}
      />
      <FormFoot
        texts={{ save: t('save'), cancel: t('cancel') }}
        busy={busy}
        failure={failure}
        disabled={!dirty}
        onCancel={() => leave(onDone)}
      />
    </form>
  );
}
