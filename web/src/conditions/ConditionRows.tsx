import { ActionIcon, MultiSelect, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { AddRow, FieldGroup } from '../settings/FieldGroup';
import { languageName, LANGUAGES_OFFERED } from '../ui/languages';
import { useTicketChoices, type Choice } from '../ui/useTicketChoices';
import classes from './conditions.module.css';
import { DryRun } from './DryRun';
import { CONDITIONS_MAX, FIELDS, VALUES_MAX, type Condition, type ConditionField } from './model';
import { useTexts } from './texts';

interface Props {
  /** What it means here that they hold, and that there are none. */
  hint: string;
  conditions: readonly Condition[];
  /** What is wrong, by places such as `conditions.2.values`. */
  faults: Readonly<Record<string, string>>;
  onChange: (conditions: Condition[]) => void;
}

/** What a condition of each field can be given. */
function useChoices(): Readonly<Record<ConditionField, readonly Choice[]>> {
  const { t, language } = useTexts();
  const { channel, label, department, severity } = useTicketChoices();
  const none = (field: 'label' | 'department' | 'severity') => ({ value: '', label: t(`without.${field}`) });
  return {
    channel,
    label: [...label, none('label')],
    department: [...department, none('department')],
    severity: [...severity, none('severity')],
    language: LANGUAGES_OFFERED.map((code) => ({ value: code, label: languageName(code, language) })),
  };
}

/** The field takes no empty value, which stands for tickets without any. */
const NONE = '-';
const shownValue = (value: string) => (value === '' ? NONE : value);
const keptValue = (value: string) => (value === NONE ? '' : value);

/** Editor of the conditions about a ticket: each has any of its values, and all of them have to match. */
export function ConditionRows({ hint, conditions, faults, onChange }: Props) {
  const { t, language } = useTexts();
  const choices = useChoices();
  const put = (at: number, condition: Condition) => onChange(conditions.map((other, place) => (place === at ? condition : other)));
  // What was deleted can still be seen, and taken away.
  const named = (field: ConditionField, value: string) => (field === 'language' ? languageName(value, language) : t('gone'));
  const data = ({ field, values }: Condition) => {
    const gone = values.filter((value) => choices[field].every((choice) => choice.value !== value));
    return [...choices[field], ...gone.map((value) => ({ value, label: named(field, value) }))].map(({ value, label }) => ({ value: shownValue(value), label }));
  };
  const free = FIELDS.find((field) => conditions.every((condition) => condition.field !== field)) ?? 'label';

  return (
    <FieldGroup title={t('title')} hint={hint} fault={faults['conditions']}>
      {conditions.map((condition, at) => {
        const of = t('one', { number: at + 1 });
        return (
          <div key={at} className={classes['condition']} role="group" aria-label={of}>
            <NativeSelect
              size="xs"
              aria-label={t('field_of', { of })}
              data={FIELDS.map((field) => ({ value: field, label: t(`field.${field}`) }))}
              value={condition.field}
              onChange={(event) => {
                const { value } = event.currentTarget;
                const field = FIELDS.find((one) => one === value);
                if (field !== undefined) put(at, { field, values: [] });
              }}
            />
            <MultiSelect
              key={condition.field}
              size="xs"
              aria-label={t('values_of', { of })}
              {...(condition.values.length === 0 ? { placeholder: t('choose') } : {})}
              data={data(condition)}
              value={condition.values.map(shownValue)}
              error={faults[`conditions.${at}.values`]}
              searchable
              clearable
              hidePickedOptions
              maxValues={VALUES_MAX}
              nothingFoundMessage={t('nothing')}
              onChange={(values) => put(at, { ...condition, values: values.map(keptValue) })}
            />
            <ActionIcon aria-label={t('remove', { of })} onClick={() => onChange(conditions.filter((_, place) => place !== at))}>
              <IconX size={15} stroke={1.5} />
            </ActionIcon>
          </div>
        );
      })}
      {conditions.length >= CONDITIONS_MAX ? null : (
        <AddRow label={t('add')} onClick={() => onChange([...conditions, { field: free, values: [] }])} />
      )}
      <DryRun conditions={conditions} />
    </FieldGroup>
  );
}
