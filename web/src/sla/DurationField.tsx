import { useId } from 'react';
import { GroupFault } from '../settings/FieldGroup';
import group from '../settings/fieldGroup.module.css';
import { UnitInput } from '../ui/UnitInput';
import { MINUTES_MAX, typedMinutes } from './model';
import classes from './sla.module.css';
import { useTexts } from './texts';

interface Props {
  label: string;
  hint: string;
  /** In minutes; null where nothing stands in it. */
  value: number | null;
  fault: string | undefined;
  onChange: (value: number | null) => void;
}

/** A length of time as hours and minutes. */
export function DurationField({ label, hint, value, fault, onChange }: Props) {
  const { t } = useTexts();
  const id = useId();
  const field = (part: 'hours' | 'minutes', max: number, shown: number) => (
    <UnitInput
      size="xs"
      aria-label={t(part, { of: label })}
      aria-describedby={id}
      unit={t(`${part}_unit`)}
      min={0}
      max={max}
      clampBehavior="strict"
      value={value === null ? '' : shown}
      error={fault !== undefined}
      onChange={(typed) => onChange(typedMinutes(value, part, typed))}
    />
  );
  return (
    <div className={classes['duration']} role="group" aria-label={label}>
      <span className={classes['durationName']} aria-hidden>
        {label}
      </span>
      <span className={classes['durationFields']}>
        {field('hours', MINUTES_MAX / 60, Math.floor((value ?? 0) / 60))}
        {field('minutes', 59, (value ?? 0) % 60)}
      </span>
      <p id={id} className={group['hint']}>
        {hint}
      </p>
      <GroupFault>{fault}</GroupFault>
    </div>
  );
}
