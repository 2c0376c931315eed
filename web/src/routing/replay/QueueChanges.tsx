import { Button, NativeSelect } from '@mantine/core';
import { FoldedGroup } from '../../settings/FieldGroup';
import { UnitInput } from '../../ui/UnitInput';
import { PRIORITY_MAX, SECONDS_MAX, STRATEGIES, WAIT_MINUTES_MAX, WAIT_SECONDS_MAX, type RoutingQueue } from '../model';
import { useTexts } from '../texts';
import { amountsOf, changesOf, strategyOf, withChange, type QueueAmount, type QueueFields } from './model';
import classes from './replay.module.css';
import { useReplayWords } from './useReplayWords';

const MOST: Readonly<Record<QueueAmount, number>> = {
  priority: PRIORITY_MAX,
  offer_seconds: SECONDS_MAX,
  wrap_up_seconds: SECONDS_MAX,
  preferred_seconds: WAIT_SECONDS_MAX,
  relax_seconds: WAIT_SECONDS_MAX,
  ageing_minutes: WAIT_MINUTES_MAX,
};

interface Props {
  queue: RoutingQueue;
  fields: QueueFields;
  /** What is wrong, by `queues.`, the queue's id and the field's name. */
  faults: Readonly<Record<string, string>>;
  onChange: (fields: QueueFields) => void;
}

/** What of a queue would be otherwise. An empty field is as it is today, which its placeholder says. */
export function QueueChanges({ queue, fields, faults, onChange }: Props) {
  const { t } = useTexts();
  const words = useReplayWords();
  const { id, name, work, strategy } = queue;
  const place = `queues.${id}.`;
  const amounts = amountsOf(work);
  const faultOf = (field: string) => faults[`${place}${field}`];
  // The form has no field for what else a queue is made of, such as the skills that a strategy asks for.
  const [other] = Object.entries(faults).flatMap(([field, fault]) => (field.startsWith(place) && !['strategy', ...amounts].includes(field.slice(place.length)) ? [fault] : []));
  const changes = words.queueChanges(changesOf(queue, fields));
  return (
    <FoldedGroup
      title={name}
      summary={changes.length === 0 ? t('replay.as_is') : changes.join(t('replay.comma'))}
      faulty={Object.keys(faults).some((field) => field.startsWith(place))}
      fault={other}
    >
      <div className={classes['fields']}>
        <NativeSelect
          label={t('strategy_label', { context: work })}
          error={faultOf('strategy')}
          data={[
            { value: '', label: t('replay.now', { value: t(`strategy.${strategy}`) }) },
            ...STRATEGIES.filter((one) => one !== strategy).map((one) => ({ value: one, label: t(`strategy.${one}`) })),
          ]}
          value={fields.strategy ?? ''}
          onChange={(event) => onChange(withChange(fields, 'strategy', strategyOf(event.currentTarget.value)))}
        />
        {amounts.map((amount) => (
          <UnitInput
            key={amount}
            label={t(amount)}
            description={amount === 'offer_seconds' ? t('replay.offer_seconds_hint') : null}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            unit={words.unitOf(amount)}
            min={0}
            max={MOST[amount]}
            clampBehavior="strict"
            placeholder={t('replay.now', { value: words.amount(amount, queue[amount]) })}
            value={fields[amount] ?? ''}
            error={faultOf(amount)}
            onChange={(typed) => onChange(withChange(fields, amount, typed === '' ? undefined : Number(typed)))}
          />
        ))}
      </div>
      {Object.keys(fields).length === 0 ? null : (
        <Button className={classes['start'] ?? ''} variant="subtle" size="compact-xs" onClick={() => onChange({})}>
          {t('replay.reset_queue', { name })}
        </Button>
      )}
    </FoldedGroup>
  );
}
