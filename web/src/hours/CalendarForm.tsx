import { Select, Switch, TextInput } from '@mantine/core';
import { api } from '../api/client';
import type { BusinessCalendar } from '../api/types';
import { currentTimezone } from '../ui/dates';
import { FormFoot } from '../ui/Kept';
import classes from '../ui/kept.module.css';
import { toastSuccess } from '../ui/toast';
import { useDraft } from '../ui/useDraft';
import { asShown, asStored, officeWeek, zones } from './model';
import { useTexts } from './texts';
import { WeekEditor } from './WeekEditor';

/** A calendar, new or as it is: its name, its time zone and the times of a week. */
export function CalendarForm({ known, onDone }: { known: BusinessCalendar | null; onDone: () => void }) {
  const { t } = useTexts();
  const { draft, dirty, busy, faults, failure, form, change, send, leave } = useDraft(`calendar-${known?.id ?? 'new'}`, {
    name: known?.name ?? '',
    zone: known?.zone ?? currentTimezone(),
    weekly: known === null ? officeWeek() : asShown(known.weekly),
    default: known?.default ?? false,
  });

  async function save(): Promise<void> {
    const body = { ...draft, weekly: asStored(draft.weekly) };
    const missing = draft.name.trim() === '' ? { name: t('fault.name') } : undefined;
    const saved = await send(
      () =>
        known === null
          ? api.post('/api/hours', { json: body })
          : api.put('/api/hours/{id}', { path: { id: known.id }, json: body }),
      missing,
    );
    if (saved === null) return;
    toastSuccess(t('saved'));
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
      <h3 className={classes['formTitle']}>{known === null ? t('add') : known.name}</h3>
      <div className={classes['pair']}>
        <TextInput
          label={t('name')}
          maxLength={80}
          autoFocus
          value={draft.name}
          error={faults['name']}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
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
        checked={draft.default}
        disabled={known?.default === true}
        onChange={(event) => change({ default: event.currentTarget.checked })}
      />
      <FormFoot
        texts={{ save: t('save'), cancel: t('cancel') }}
        busy={busy}
        failure={failure}
        disabled={known !== null && !dirty}
        onCancel={() => leave(onDone)}
      />
    </form>
  );
}
