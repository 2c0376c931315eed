import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { api } from '../api/client';
import { FormFoot } from '../ui/Kept';
import kept from '../ui/kept.module.css';
import { toastSuccess } from '../ui/toast';
import { useDraft } from '../ui/useDraft';
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
  const { draft, dirty, busy, faults, failure, form, change, send, leave } = useDraft<Draft>(`rule-${known?.id ?? 'new'}`, {
    name: known?.name ?? '',
    when: known?.when ?? 'customer_message',
    minutes: known?.minutes ?? 0,
    all: known?.all ?? [],
    any: known?.any ?? [],
    then: known?.then ?? [],
    stop: known?.stop ?? false,
    enabled: known?.enabled ?? true,
  });

  async function save(): Promise<void> {
    const missing = {
      ...(draft.name.trim() === '' ? { name: t('fault.name') } : {}),
      ...(draft.then.length === 0 ? { then: t('fault.then') } : {}),
    };
    const saved = await send(
      () => (known === null ? api.post('/api/rules', { json: draft }) : api.patch('/api/rules/{id}', { path: { id: known.id }, json: draft })),
      missing,
    );
    if (saved === null) return;
    toastSuccess(t('saved'));
    onDone();
  }

  return (
    <>
      <form
        ref={form}
        noValidate
        className={kept['form']}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <h3 className={kept['formTitle']}>{known === null ? t('rule.add') : known.name}</h3>
        <TextInput
          label={t('name')}
          maxLength={80}
          autoFocus
          value={draft.name}
          error={faults['name']}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <fieldset className={classes['group']}>
          <legend className={classes['legend']}>{t('when')}</legend>
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
          {waits(draft.when) ? <p className={classes['hint']}>{t('wait_hint')}</p> : null}
        </fieldset>
        <TestRows name="all" tests={draft.all} choices={tests} faults={faults} onChange={(all) => change({ all })} />
        <TestRows name="any" tests={draft.any} choices={tests} faults={faults} onChange={(any) => change({ any })} />
        <TrialPanel all={draft.all} any={draft.any} />
        <StepRows steps={draft.then} choices={steps} faults={faults} onChange={(then) => change({ then })} />
        <Switch
          label={t('stop')}
          description={t('stop_hint')}
          checked={draft.stop}
          onChange={(event) => change({ stop: event.currentTarget.checked })}
        />
        <Switch label={t('enabled')} checked={draft.enabled} onChange={(event) => change({ enabled: event.currentTarget.checked })} />
        <FormFoot
          texts={{ save: t('save'), cancel: t('cancel') }}
          busy={busy}
          failure={failure}
          disabled={known !== null && !dirty}
          onCancel={() => leave(onDone)}
        />
      </form>
      {known === null ? null : <Runs rule={known} tests={tests} steps={steps} />}
    </>
  );
}
