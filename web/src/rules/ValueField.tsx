import { NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Choice } from './choices';
import { inUnits, MINUTES, UNITS, type Kind, type Unit } from './model';
import classes from './rules.module.css';
import { useTexts } from './texts';

interface Props {
  kind: Kind;
  value: string;
  choices: readonly Choice[];
  /** For those who do not see where it stands. */
  name: string;
  fault: string | undefined;
  onChange: (value: string) => void;
}

/** The value of a condition or an action, as its kind is chosen or typed. */
export function ValueField({ kind, value, choices, name, fault, onChange }: Props) {
  const { t } = useTexts();
  const shared = { size: 'xs' as const, 'aria-label': name, error: fault };
  switch (kind) {
    case 'none':
      return null;
    case 'text':
      return <TextInput {...shared} maxLength={500} value={value} onChange={(event) => onChange(event.currentTarget.value)} />;
    case 'long':
      return (
        <Textarea {...shared} autosize minRows={2} maxRows={8} maxLength={4000} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
      );
    case 'minutes':
      return <Minutes {...{ value, name, fault, onChange }} />;
    default: {
      // What was chosen and has gone since is shown as gone, not as something else.
      const gone = choices.some((choice) => choice.value === value) ? [] : [{ value, label: value === '' ? t('value.choose') : t('value.gone') }];
      return <NativeSelect {...shared} data={[...gone, ...choices]} value={value} onChange={(event) => onChange(event.currentTarget.value)} />;
    }
  }
}

/** A time in minutes, hours or days. */
export function Minutes({ value, name, fault, onChange }: Pick<Props, 'value' | 'name' | 'fault' | 'onChange'>) {
  const { t } = useTexts();
  const minutes = Number(value);
  const [unit, setUnit] = useState<Unit>(() => inUnits(minutes).unit);
  const set = (amount: number, next: Unit) => onChange(String(Math.round(amount * MINUTES[next])));
  const amount = minutes / MINUTES[unit];
  return (
    <div className={classes['time']}>
      <NumberInput
        size="xs"
        aria-label={name}
        min={0}
        allowNegative={false}
        decimalScale={2}
        value={value === '' ? '' : amount}
        error={fault}
        onChange={(next) => (next === '' ? onChange('') : set(Number(next), unit))}
      />
      <NativeSelect
        size="xs"
        aria-label={t('unit_of', { name })}
        data={UNITS.map((one) => ({ value: one, label: t(`unit.${one}`) }))}
        value={unit}
        onChange={(event) => {
          const next = event.currentTarget.value as Unit;
          setUnit(next);
          if (value !== '') set(amount, next);
        }}
      />
    </div>
  );
}
