import { Group, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Days } from '../narrow';
import { useTexts } from './texts';

interface Props {
  label: string;
  value: Days;
  /** A week is the one to come. */
  ahead?: boolean;
  onChange: (value: Days) => void;
}

/** Of two inputs for one field: beside each other where both are to be read, else below each other. */
export const BESIDE = '1 1 130px';

const NAMED = ['', 'today', 'yesterday', 'week'];

/** Days by their name, or from one day to another. */
export function DaysField({ label, value, ahead = false, onChange }: Props) {
  const t = useTexts();
  const [own, setOwn] = useState(false);
  const between = own || !NAMED.includes(value);
  const [from = '', to = ''] = NAMED.includes(value) ? [] : value.split(',');
  const days = (start: string, end: string) => {
    // Without a day at either end the fields stay, as somebody is at them.
    setOwn(true);
    onChange(start === '' && end === '' ? '' : `${start},${end}`);
  };
  return (
    <Stack gap={4}>
      <Select
        label={label}
        allowDeselect={false}
        data={[...NAMED, 'between'].map((name) => ({ value: name, label: t(ahead && name === 'week' ? 'days_ahead' : `days_${name === '' ? 'any' : name}`) }))}
        value={between ? 'between' : value}
        onChange={(name) => {
          setOwn(name === 'between');
          onChange(name === null || name === 'between' ? '' : name);
        }}
      />
      {between ? (
        <Group gap={4}>
          <TextInput flex={BESIDE} type="date" max={to} aria-label={t('days_from', { what: label })} value={from} onChange={(event) => days(event.currentTarget.value, to)} />
          <TextInput flex={BESIDE} type="date" min={from} aria-label={t('days_to', { what: label })} value={to} onChange={(event) => days(from, event.currentTarget.value)} />
        </Group>
      ) : null}
    </Stack>
  );
}
