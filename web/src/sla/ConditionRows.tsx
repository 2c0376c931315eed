import { ActionIcon, Button, MultiSelect, NativeSelect } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { languageName, LANGUAGES_OFFERED } from '../ui/languages';
import { useTicketChoices, type Choice } from '../ui/useTicketChoices';
import { CONDITIONS_MAX, FIELDS, VALUES_MAX, type ConditionField, type SlaCondition } from './model';
import classes from './sla.module.css';
import { useTexts } from './texts';

interface Props {
  conditions: readonly SlaCondition[];
  /** What is wrong, by places such as `conditions.2.values`. */
  faults: Readonly<Record<string, string>>;
  onChange: (conditions: SlaCondition[]) => void;
}

/** What a condition of each field can be given. */
function useChoices(): Readonly<Record<ConditionField, readonly Choice[]>> {
  const { t, language } = useTexts();
  const { channel, label, department, severity } = useTicketChoices();
  const none = (field: 'label' | 'department' | 'severity') => ({ value: '', label: t(`none.${field}`) });
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

/** For which tickets a policy is: each condition has any of its values, and all of them have to match. */
export function ConditionRows({ conditions, faults, onChange }: Props) {
  const { t, language } = useTexts();
  const choices = useChoices();
  const put = (at: number, condition: SlaCondition) => onChange(conditions.map((other, place) => (place === at ? condition : other)));
  // What was deleted can still be seen, and taken away.
  const named = (field: ConditionField, value: string) => (field === 'language' ? languageName(value, language) : t('gone'));
  const data = ({ field, values }: SlaCondition) => {
    const gone = values.filter((value) => choices[field].every((choice) => choice.value !== value));
    return [...choices[field], ...gone.map((value) => ({ value, label: named(field, value) }))].map(({ value, label }) => ({ value: shownValue(value), label }));
  };
  const free = FIELDS.find((field) => conditions.every((condition) => condition.field !== field)) ?? 'label';

  return (
    <fieldset className={classes['group']}>
      <legend className={classes['legend']}>{t('conditions')}</legend>
      <p className={classes['hint']}>{t('conditions_hint')}</p>
      {conditions.map((condition, at) => {
        const of = t('condition', { number: at + 1 });
        return (
          <div key={at} className={classes['condition']} role="group" aria-label={of}>
            <NativeSelect
              size="xs"
              aria-label={t('condition_field', { of })}
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
              aria-label={t('condition_values', { of })}
              {...(condition.values.length === 0 ? { placeholder: t('values_choose') } : {})}
              data={data(condition)}
              value={condition.values.map(shownValue)}
              error={faults[`conditions.${at}.values`]}
              searchable
              clearable
              hidePickedOptions
              maxValues={VALUES_MAX}
              nothingFoundMessage={t('values_nothing')}
              onChange={(values) => put(at, { ...condition, values: values.map(keptValue) })}
            />
            <ActionIcon aria-label={t('condition_remove', { of })} onClick={() => onChange(conditions.filter((_, place) => place !== at))}>
              <IconX size={15} stroke={1.5} />
            </ActionIcon>
          </div>
        );
      })}
      {conditions.length >= CONDITIONS_MAX ? null : (
        <Button
          className={classes['add'] ?? ''}
          size="compact-xs"
          variant="subtle"
          leftSection={<IconPlus size={13} stroke={1.5} />}
          onClick={() => onChange([...conditions, { field: free, values: [] }])}
        >
          {t('condition_add')}
        </Button>
      )}
      {faults['conditions'] === undefined ? null : (
        <p role="alert" className={classes['fault']}>
          {faults['conditions']}
        </p>
      )}
    </fieldset>
  );
}
