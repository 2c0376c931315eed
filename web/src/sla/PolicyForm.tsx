import { Alert, NativeSelect, Switch, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { api } from '../api/client';
import { SettingsForm } from '../settings/SettingsForm';
import { useSettingsForm } from '../settings/useSettingsForm';
import { UnitInput } from '../ui/UnitInput';
import { ConditionRows } from './ConditionRows';
import { DurationField } from './DurationField';
import { ALWAYS, calendarFrom, calendarValue, draftOf, METRICS, targetsOf, WARN_MAX, WARN_MIN, type PolicyDraft, type SlaPolicy } from './model';
import { useCalendars } from './queries';
import classes from './sla.module.css';
import { TargetFields } from './TargetFields';
import { useTexts } from './texts';

/** A policy, new or as it is: for which tickets, what it promises, and when its time counts. */
export function PolicyForm({ known, onDone }: { known: SlaPolicy | null; onDone: () => void }) {
  const { t } = useTexts();
  const calendars = useCalendars().data ?? [];

  function validate(draft: PolicyDraft): Record<string, string> {
    const faults: Record<string, string> = {};
    if (targetsOf(draft).length === 0) faults['first_reply'] = t('fault.targets');
    for (const metric of METRICS) if (draft[metric] === 0) faults[metric] = t('fault.target');
    draft.conditions.forEach(({ values }, at) => {
      if (values.length === 0) faults[`conditions.${at}.values`] = t('fault.values');
    });
    return faults;
  }

  const form = useSettingsForm<PolicyDraft, unknown>({
    name: 'sla-policy',
    known,
    initial: draftOf(known),
    required: { name: t('fault.name') },
    validate,
    save: (json) => (known === null ? api.post('/api/sla/policies', { json }) : api.put('/api/sla/policies/{id}', { path: { id: known.id }, json })),
    saved: t('saved'),
    done: onDone,
  });
  const { draft, dirty, faults, input, change } = form;
  const chosen = calendarValue(draft);
  const gone = chosen === '' || chosen === ALWAYS || calendars.some(({ id }) => String(id) === chosen) ? [] : [{ value: chosen, label: t('calendar_gone') }];
  return (
    <SettingsForm
      form={form}
      title={known === null ? t('add') : draftOf(known).name}
      words={{ save: t('save'), cancel: t('cancel') }}
      disabled={known !== null && !dirty}
      onLeave={onDone}
    >
      {known?.broken === true ? (
        <Alert color="red" variant="light" icon={<IconAlertTriangle size={16} stroke={1.5} />} title={t('broken')}>
          {t('broken_text')}
        </Alert>
      ) : null}
      <TextInput label={t('name')} maxLength={80} autoFocus {...input('name')} />
      <ConditionRows conditions={draft.conditions} faults={faults} onChange={(conditions) => change({ conditions })} />
      <TargetFields draft={draft} faults={faults} onChange={change} />
      <div className={classes['pair']}>
        <NativeSelect
          label={t('calendar')}
          description={t('calendar_hint')}
          error={faults['calendar_id']}
          data={[
            { value: '', label: t('calendar_default') },
            { value: ALWAYS, label: t('calendar_always') },
            ...calendars.map(({ id, name }) => ({ value: String(id), label: name })),
            ...gone,
          ]}
          value={chosen}
          onChange={(event) => change(calendarFrom(event.currentTarget.value))}
        />
        <UnitInput
          label={t('warn_percent')}
          description={t('warn_percent_hint')}
          error={faults['warn_percent']}
          unit={t('percent_unit')}
          min={WARN_MIN}
          max={WARN_MAX}
          value={draft.warn_percent}
          onChange={(value) => change({ warn_percent: Number(value) })}
        />
      </div>
      <Switch label={t('pause_pending')} description={t('pause_pending_hint')} {...input('pause_pending', { type: 'checkbox' })} />
      <DurationField
        label={t('reopen')}
        hint={t('reopen_hint')}
        value={draft.reopen_minutes}
        fault={faults['reopen_minutes']}
        onChange={(minutes) => change({ reopen_minutes: minutes ?? 0 })}
      />
      <Switch label={t('enabled')} {...input('enabled', { type: 'checkbox' })} />
    </SettingsForm>
  );
}
