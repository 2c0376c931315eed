import { Alert, Switch, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { api } from '../api/client';
import { ConditionRows } from '../conditions/ConditionRows';
import { missingValues } from '../conditions/model';
import { useConditionWords } from '../conditions/words';
import { CalendarSelect } from '../settings/CalendarSelect';
import { SettingsForm } from '../settings/SettingsForm';
import { useSettingsForm } from '../settings/useSettingsForm';
import classes from '../ui/settingsList.module.css';
import { UnitInput } from '../ui/UnitInput';
import { DurationField } from './DurationField';
import { draftOf, METRICS, targetsOf, WARN_MAX, WARN_MIN, type PolicyDraft, type SlaPolicy } from './model';
import { TargetFields } from './TargetFields';
import { useTexts } from './texts';

/** A policy, new or as it is: for which tickets, what it promises, and when its time counts. */
export function PolicyForm({ known, onDone }: { known: SlaPolicy | null; onDone: () => void }) {
  const { t } = useTexts();
  const conditionWords = useConditionWords();

  function validate(draft: PolicyDraft): Record<string, string> {
    const faults = missingValues(draft.conditions, conditionWords.fault);
    if (targetsOf(draft).length === 0) faults['first_reply'] = t('fault.targets');
    for (const metric of METRICS) if (draft[metric] === 0) faults[metric] = t('fault.target');
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
      <ConditionRows hint={t('conditions_hint')} conditions={draft.conditions} faults={faults} onChange={(conditions) => change({ conditions })} />
      <TargetFields draft={draft} faults={faults} onChange={change} />
      <div className={classes['pair']}>
        <CalendarSelect
          value={draft}
          fault={faults['calendar_id']}
          words={{ label: t('calendar'), hint: t('calendar_hint'), default: t('calendar_default'), always: t('calendar_always'), gone: t('calendar_gone') }}
          onChange={change}
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
