import { UnitInput } from '../ui/UnitInput';
import type { QueueFields } from './model';

/** What a group of the queue's form is given. */
export interface PartProps {
  draft: QueueFields;
  /** What is wrong, by the field's place. */
  faults: Readonly<Record<string, string>>;
  onChange: (part: Partial<QueueFields>) => void;
}

interface Props {
  label: string;
  hint: string;
  unit: string;
  max: number;
  value: number;
  /** What stands in the empty field, which is 0. */
  none: string;
  fault: string | undefined;
  onChange: (value: number) => void;
}

/** Number of seconds, minutes or points where 0 switches the thing off: the field is empty then. */
export function AmountField({ label, hint, unit, max, value, none, fault, onChange }: Props) {
  return (
    <UnitInput
      label={label}
      description={hint}
      unit={unit}
      min={0}
      max={max}
      clampBehavior="strict"
      placeholder={none}
      value={value === 0 ? '' : value}
      error={fault}
      onChange={(typed) => onChange(Number(typed))}
    />
  );
}
