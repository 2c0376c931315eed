import { Alert, Switch, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { api } from '../api/client';
import { ConditionRows } from '../conditions/ConditionRows';
import { missingValues } from '../conditions/model';
import { useConditionWords } from '../conditions/words';
import { SettingsForm } from '../settings/SettingsForm';
import { useSettingsForm } from '../settings/useSettingsForm';
import { AgentFields } from './AgentFields';
import { HoursFields } from './HoursFields';
import { bodyOf, fieldsOf, gapsIn, NAME_MAX, type QueueFields, type RoutingQueue } from './model';
import { OfferFields } from './OfferFields';
import { OverflowFields } from './OverflowFields';
import { SkillRows } from './SkillRows';
import { useTexts } from './texts';
import { VisitorConditions } from './VisitorConditions';
import { WaitingFields } from './WaitingFields';
import { WorkField } from './WorkField';

interface Props {
  known: RoutingQueue | null;
  /** All of them: what waits can overflow into another one. */
  queues: readonly RoutingQueue[];
  onDone: () => void;
}

/** Form of a queue, new or as it is: who comes in, who is asked and how, and what changes with waiting. */
export function QueueForm({ known, queues, onDone }: Props) {
  const { t } = useTexts();
  const conditionWords = useConditionWords();

  function validate(draft: QueueFields): Record<string, string> {
    const gaps = Object.entries(gapsIn(draft)).map(([field, key]) => [field, t(key)] as const);
    return { ...missingValues(draft.conditions, conditionWords.fault), ...Object.fromEntries(gaps) };
  }

  const form = useSettingsForm<QueueFields, unknown>({
    name: 'routing-queue',
    known,
    initial: fieldsOf(known),
    required: { name: t('fault.name') },
    validate,
    save: (fields) => {
      const json = bodyOf(fields);
      return known === null ? api.post('/api/routing/queues', { json }) : api.put('/api/routing/queues/{id}', { path: { id: known.id }, json });
    },
    saved: t('saved'),
    done: onDone,
  });
  const { draft, dirty, faults, input, change } = form;
  const part = { draft, faults, onChange: change };
  const about = { context: draft.work };
  return (
    <SettingsForm
      form={form}
      title={known === null ? t('add') : known.name}
      words={{ save: t('save'), cancel: t('cancel') }}
      disabled={known !== null && !dirty}
      onLeave={onDone}
    >
      {known?.broken === true ? (
        <Alert color="red" variant="light" icon={<IconAlertTriangle size={16} stroke={1.5} />} title={t('broken', about)}>
          {t('broken_text', about)}
        </Alert>
      ) : null}
      <TextInput label={t('name')} maxLength={NAME_MAX} autoFocus {...input('name')} />
      <WorkField {...part} isNew={known === null} />
      {draft.work === 'live_chats' ? (
        <VisitorConditions {...part} />
      ) : (
        <ConditionRows hint={t('conditions_hint')} conditions={draft.conditions} faults={faults} onChange={(conditions) => change({ conditions })} />
      )}
      <AgentFields {...part} />
      <OfferFields {...part} />
      <SkillRows {...part} />
      <WaitingFields {...part} />
      <OverflowFields {...part} others={queues.filter(({ id, work }) => id !== known?.id && work === draft.work)} />
      <HoursFields {...part} />
      <Switch label={t('enabled')} description={t('enabled_hint', about)} {...input('enabled', { type: 'checkbox' })} />
    </SettingsForm>
  );
}
