import { MultiSelect, Select } from '@mantine/core';
import { useEffect } from 'react';
import { narrows, needFields, useFields, type CustomField } from '../../api/fields';
import { WANTED_MAX } from '../narrow';
import { useTexts } from './texts';

interface Props {
  /** As `field:choice`; 1 is a tick, 0 stands for none. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** The custom fields by which a list can be narrowed, each a field of the dialog. */
export function CustomFilters({ chosen, onChange }: Props) {
  const t = useTexts();
  const fields = useFields((state) => state.fields);
  useEffect(needFields, []);
  const prefix = ({ id }: CustomField) => `${id}:`;
  const of = (field: CustomField) => chosen.filter((pair) => pair.startsWith(prefix(field))).map((pair) => pair.slice(prefix(field).length));
  const put = (field: CustomField, choices: readonly string[]) =>
    onChange([...chosen.filter((pair) => !pair.startsWith(prefix(field))), ...choices.map((choice) => prefix(field) + choice)]);
  const shown = fields.filter((field) => narrows(field) && (!field.archived || of(field).length > 0));
  return shown.map((field) => {
    if (field.kind === 'checkbox') {
      const data = ['1', '0'].map((value) => ({ value, label: t(value === '1' ? 'custom_ticked' : 'custom_unticked') }));
      return (
        <Select
          key={field.id}
          label={field.label}
          placeholder={t('any')}
          clearable
          data={data}
          value={of(field)[0] ?? null}
          onChange={(value) => put(field, value === null ? [] : [value])}
        />
      );
    }
    const has = of(field);
    const choices = field.choices.filter(({ id, archived }) => !archived || has.includes(String(id)));
    // None of the choices cannot be meant beside some of them.
    const change = (values: string[]) => put(field, values.at(-1) === '0' ? ['0'] : values.filter((value) => value !== '0'));
    return (
      <MultiSelect
        key={field.id}
        label={field.label}
        data={[{ value: '0', label: t('custom_none') }, ...choices.map(({ id, label }) => ({ value: String(id), label }))]}
        value={has}
        {...(has.length === 0 ? { placeholder: t('any') } : {})}
        searchable
        clearable
        hidePickedOptions
        nothingFoundMessage={t('nothing')}
        maxValues={WANTED_MAX}
        onChange={change}
      />
    );
  });
}
