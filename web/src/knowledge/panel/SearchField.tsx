import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { Ref } from 'react';
import { useTexts } from '../texts';

/** Ids of the list and its options, which the field names. */
export const LIST_ID = 'knowledge-hits';
export const optionId = (at: number) => `${LIST_ID}-${at}`;

interface Props {
  ref: Ref<HTMLInputElement>;
  value: string;
  options: number;
  /** The option that is pointed at; none is -1. */
  at: number;
  onChange: (value: string) => void;
}

/** The field that keeps the focus while the arrows go along the articles. */
export function SearchField({ ref, value, options, at, onChange }: Props) {
  const { t } = useTexts();
  return (
    <TextInput
      ref={ref}
      size="xs"
      role="combobox"
      aria-label={t('search')}
      aria-expanded={options > 0}
      aria-autocomplete="list"
      {...(options > 0 ? { 'aria-controls': LIST_ID } : {})}
      {...(at >= 0 ? { 'aria-activedescendant': optionId(at) } : {})}
      data-autofocus
      placeholder={t('search')}
      maxLength={200}
      autoComplete="off"
      leftSection={<IconSearch size={14} stroke={1.5} aria-hidden />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
