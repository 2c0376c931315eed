import { ActionIcon, ColorInput, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { LabelDot } from '../ui/LabelDot';
import { changeLine, removeLine, settleLine } from './edits';
import classes from './labels.module.css';
import { faultsOf, type FieldName, type Line } from './model';
import { useTexts } from './texts';

interface Props {
  line: Line;
  /** Whether what cannot be saved is pointed at. */
  accused: boolean;
  disabled: boolean;
  /** A line that was just added is where the person wants to type. */
  focused: boolean;
}

/** One label: all of it can be changed in its place. */
export function LabelLine({ line, accused, disabled, focused }: Props) {
  const { t } = useTexts();
  const faults = accused ? faultsOf(line) : [];
  const label = line.name.trim() === '' ? t('unnamed') : line.name;
  const field = (name: FieldName) => ({
    'aria-label': t('of', { field: t(name), label }),
    size: 'xs' as const,
    value: line[name],
    disabled,
    error: faults.includes(name),
  });
  const text = (name: FieldName) => ({
    ...field(name),
    onChange: (event: { currentTarget: { value: string } }) => changeLine(line, name, event.currentTarget.value),
  });
  const color = (name: 'color' | 'colorDark') => ({
    ...field(name),
    format: 'hex' as const,
    withEyeDropper: false,
    // What was typed stays, so that a wrong colour can be said to be one.
    fixOnBlur: false,
    onChange: (value: string) => changeLine(line, name, value),
  });
  return (
    <li
      className={classes['line']}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) settleLine(line);
      }}
    >
      <div className={classes['name']}>
        <TextInput
          {...text('name')}
          maxLength={80}
          autoFocus={focused}
          onFocus={(event) => {
            if (line.id === null) event.currentTarget.select();
          }}
          leftSection={<LabelDot color={line.color} colorDark={line.colorDark} />}
        />
      </div>
      <div className={classes['field']} data-title={t('color')}>
        <ColorInput {...color('color')} />
      </div>
      <div className={classes['field']} data-title={t('colorDark')}>
        <ColorInput {...color('colorDark')} />
      </div>
      <div className={classes['field']} data-title={t('level')}>
        <TextInput {...text('level')} inputMode="numeric" />
      </div>
      <div className={classes['field']} data-title={t('sla')}>
        <TextInput {...text('sla')} inputMode="numeric" />
      </div>
      <ActionIcon className={classes['remove'] ?? ''} disabled={disabled} onClick={() => removeLine(line)} aria-label={t('remove', { label })}>
        <IconTrash size={16} stroke={1.5} />
      </ActionIcon>
    </li>
  );
}
