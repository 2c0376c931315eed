import { FoldedGroup } from '../settings/FieldGroup';
import pairs from '../ui/settingsList.module.css';
import { AmountField, type PartProps } from './AmountField';
import { PRIORITY_MAX, WAIT_MINUTES_MAX, WAIT_SECONDS_MAX } from './model';
import { useTexts } from './texts';

/** The fields in their order, with unit and limit. */
const AMOUNTS = [
  { name: 'priority', unit: 'points', max: PRIORITY_MAX },
  { name: 'ageing_minutes', unit: 'minutes', max: WAIT_MINUTES_MAX },
  { name: 'preferred_seconds', unit: 'seconds', max: WAIT_SECONDS_MAX },
  { name: 'relax_seconds', unit: 'seconds', max: WAIT_SECONDS_MAX },
] as const;

/** Waiting: priority, ageing, the preferred agent, and levels that relax. Of a visitor who waits no previous agent is known. */
export function WaitingFields({ draft, faults, onChange }: PartProps) {
  const { t } = useTexts();
  const amounts = AMOUNTS.filter(({ name }) => draft.work === 'tickets' || name !== 'preferred_seconds');
  const set = amounts.filter(({ name }) => draft[name] > 0).map(({ name, unit }) => `${t(name)} ${draft[name]}${t(`unit.${unit}`)}`);
  return (
    <FoldedGroup
      title={t('waits')}
      summary={set.length === 0 ? t('nothing_set') : set.join(' · ')}
      faulty={amounts.some(({ name }) => faults[name] !== undefined)}
    >
      <div className={pairs['pair']}>
        {amounts.map(({ name, unit, max }) => (
          <AmountField
            key={name}
            label={t(name)}
            hint={t(`${name}_hint`, { context: draft.work })}
            unit={t(`unit.${unit}`)}
            max={max}
            none={name === 'priority' ? '0' : t('off')}
            value={draft[name]}
            fault={faults[name]}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
      </div>
    </FoldedGroup>
  );
}
