import { NativeSelect } from '@mantine/core';
import { FoldedGroup } from '../settings/FieldGroup';
import pairs from '../ui/settingsList.module.css';
import { AmountField, type PartProps } from './AmountField';
import { overflowTo, WAIT_MINUTES_MAX, type RoutingQueue } from './model';
import { useTexts } from './texts';

/** Overflow: the queue that takes over what waits too long, and how long that is. `others` are those of the same work. */
export function OverflowFields({ draft, faults, onChange, others }: PartProps & { others: readonly RoutingQueue[] }) {
  const { t } = useTexts();
  const { overflow_queue_id: chosen, overflow_minutes: minutes } = draft;
  const known = others.find(({ id }) => id === chosen);
  const gone = chosen === null || known !== undefined ? [] : [{ value: String(chosen), label: t('overflow_gone') }];
  return (
    <FoldedGroup
      title={t('overflow')}
      summary={chosen === null ? t('nothing_set') : t('overflow_summary', { minutes, name: known?.name ?? t('overflow_gone') })}
      faulty={faults['overflow_queue_id'] !== undefined || faults['overflow_minutes'] !== undefined}
    >
      <div className={pairs['pair']}>
        <NativeSelect
          label={t('overflow_queue_id')}
          description={t('overflow_queue_id_hint', { context: draft.work })}
          error={faults['overflow_queue_id']}
          data={[{ value: '', label: t('overflow_none') }, ...others.map(({ id, name }) => ({ value: String(id), label: name })), ...gone]}
          value={chosen === null ? '' : String(chosen)}
          onChange={(event) => onChange(overflowTo(event.currentTarget.value === '' ? null : Number(event.currentTarget.value), minutes))}
        />
        {chosen === null ? null : (
          <AmountField
            label={t('overflow_minutes')}
            hint={t('overflow_minutes_hint')}
            unit={t('unit.minutes')}
            max={WAIT_MINUTES_MAX}
            none=""
            value={minutes}
            fault={faults['overflow_minutes']}
            onChange={(overflow_minutes) => onChange({ overflow_minutes })}
          />
        )}
      </div>
    </FoldedGroup>
  );
}
