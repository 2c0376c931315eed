import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { api } from '../api/client';
import { FieldGroup } from '../settings/FieldGroup';
import group from '../settings/fieldGroup.module.css';
import { SettingsForm } from '../settings/SettingsForm';
import { useSettingsForm } from '../settings/useSettingsForm';
import { useChoices } from './choices';
import { EVENTS, waits, type Rule, type RuleEvent, type RuleStep, type RuleTest } from './model';
import classes from './rules.module.css';
import { Runs } from './Runs';
import { StepRows } from './StepRows';
import { TestRows } from './TestRows';
import { useTexts } from './texts';
import { TrialPanel } from './TrialPanel';
import { Minutes } from './ValueField';

interface Draft {
  name: string;
  when: RuleEvent;
  minutes: number;
  all: RuleTest[];
  any: RuleTest[];
  then: RuleStep[];
  stop: boolean;
  enabled: boolean;
}

/** A rule, new or as it is: when, if, then; one that is there shows what it did as well. */
export function RuleForm({ known, onDone }: { known: Rule | null; onDone: () => void }) {
  const { t } = useTexts();
  const tests = useChoices(true);
  const steps = useChoices(false);
  const form = useSettingsForm<Draft, unknown>({
    name: 'rule',
    known,
    initial: {
      name: known?.name ?? '',
      when: known?.when ?? 'customer_message',
      minutes: known?.minutes ?? 0,
      all: known?.all ?? [],
      any: known?.any ?? [],
      then: known?.then ?? [],
      stop: known?.stop ?? false,
      enabled: known?.enabled ?? true,
    },
    required: { name: t('fault.name'), then: t('fault.then') },
    save: (json) => (known === null ? api.post('/api/rules', { json }) : api.patch('/api/rules/{id}', { path: { id: known.id }, json })),
    saved: t('saved'),
    done: onDone,
  });
  const { draft, dirty, faults, input, change } = form;
  return (
    <>
      <SettingsForm
        form={form}
        title={known === null ? t('rule.add') : known.name}
        words={{ save: t('save'), cancel: t('cancel') }}
        disabled={known !== null && !dirty}
        onLeave={onDone}
      >
        <TextInput label={t('name')} maxLength={80} autoFocus {...input('name')} />
        <FieldGroup title={t('when')}>
          <div className={classes['when']}>
            <NativeSelect
              size="xs"
              aria-label={t('when')}
              data={EVENTS.map((event) => ({ value: event, label: t(`event.${event}`) }))}
              value={draft.when}
              error={faults['when']}
              onChange={(event) => {
                const when = event.currentTarget.value as RuleEvent;
                change({ when, minutes: waits(when) ? draft.minutes || 60 : 0 });
              }}
            />
            {waits(draft.when) ? (
              <Minutes
                value={String(draft.minutes)}
                name={t('wait')}
                fault={faults['minutes']}
                onChange={(minutes) => change({ minutes: Number(minutes) })}
              />
            ) : null}
          </div>
          {waits(draft.when) ? <p className={group['hint']}>{t('wait_hint')}</p> : null}
        </FieldGroup>
        <TestRows name="all" tests={draft.all} choices={tests} faults={faults} onChange={(all) => change({ all })} />
        <TestRows name="any" tests={draft.any} choices={tests} faults={faults} onChange={(any) => change({ any })} />
        <TrialPanel all={draft.all} any={draft.any} />
        <StepRows steps={draft.then} choices={steps} faults={faults} onChange={(then) => change({ then })} />
        <Switch label={t('stop')} description={t('stop_hint')} {...input('stop', { type: 'checkbox' })} />
        <Switch label={t('enabled')} {...input('enabled', { type: 'checkbox' })} />
      </SettingsForm>
      {known === null ? null : <Runs rule={known} tests={tests} steps={steps} />}
    </>
  );
}
