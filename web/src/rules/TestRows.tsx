import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { AddRow, FieldGroup } from '../settings/FieldGroup';
import type { Choices } from './choices';
import { comparisons, FIELD_KINDS, FIELDS, firstValue, fixedValue, type RuleComparison, type RuleField, type RuleTest } from './model';
import { customId, customOptions, customValue, useCustom } from './custom';
import classes from './rules.module.css';
import { useTexts } from './texts';
import { ValueField } from './ValueField';

interface Props {
  /** `all` or `any`. */
  name: 'all' | 'any';
  tests: readonly RuleTest[];
  choices: Choices;
  /** What is wrong, by places such as `all.2.value`. */
  faults: Readonly<Record<string, string>>;
  onChange: (tests: RuleTest[]) => void;
}

/** The conditions of one list, each a row. */
export function TestRows({ name, tests, choices, faults, onChange }: Props) {
  const { t } = useTexts();
  const fields = useCustom();

  function begun(option: string): RuleTest {
    const id = customId(option);
    if (id === null) return fresh(option as RuleField);
    const field = fields.find((one) => one.id === id);
    const { choices: offered } = customValue(t, field);
    return { field: 'custom', custom: id, is: comparisons('custom', field)[0] ?? 'is', value: offered[0]?.value ?? '' };
  }

  function fresh(field: RuleField): RuleTest {
    const kind = FIELD_KINDS[field];
    const value = kind === 'none' ? fixedValue(field) : firstValue(kind, choices[kind]);
    return { field, is: comparisons(field)[0] ?? 'is', value };
  }
  const put = (at: number, test: RuleTest) => onChange(tests.map((other, place) => (place === at ? test : other)));

  return (
    <FieldGroup title={t(`if.${name}`)} fault={faults[name]}>
      {tests.map((test, at) => {
        const of = t('condition', { number: at + 1 });
        const custom = test.field === 'custom' ? fields.find(({ id }) => id === test.custom) : undefined;
        const from = test.field === 'custom' ? customValue(t, custom) : { kind: FIELD_KINDS[test.field], choices: choices[FIELD_KINDS[test.field]] };
        return (
          <div key={at} className={classes['line']} role="group" aria-label={of}>
            <NativeSelect
              size="xs"
              aria-label={t('part.field', { of })}
              data={[...FIELDS.map((field) => ({ value: field, label: t(`field.${field}`) })), ...customOptions(fields, test.custom)]}
              value={test.field === 'custom' ? `custom:${test.custom ?? 0}` : test.field}
              onChange={(event) => put(at, begun(event.currentTarget.value))}
            />
            <NativeSelect
              size="xs"
              aria-label={t('part.is', { of })}
              data={comparisons(test.field, custom).map((is) => ({ value: is, label: compared(t, test.field, is) }))}
              value={test.is}
              error={faults[`${name}.${at}.is`]}
              onChange={(event) => put(at, { ...test, is: event.currentTarget.value as RuleComparison })}
            />
            <ValueField
              key={`${test.field} ${test.custom ?? ''}`}
              kind={from.kind}
              value={test.value ?? ''}
              choices={from.choices}
              name={t('part.value', { of })}
              fault={faults[`${name}.${at}.value`]}
              onChange={(value) => put(at, { ...test, value })}
            />
            <ActionIcon
              className={classes['drop'] ?? ''}
              aria-label={t('drop', { of })}
              onClick={() => onChange(tests.filter((_, place) => place !== at))}
            >
              <IconX size={15} stroke={1.5} />
            </ActionIcon>
          </div>
        );
      })}
      <AddRow label={t(`add.${name}`)} onClick={() => onChange([...tests, fresh(name === 'all' ? 'text' : 'subject')])} />
    </FieldGroup>
  );
}

type Text = ReturnType<typeof useTexts>['t'];

/** The words between a field and its value. */
export function compared(t: Text, field: RuleField, is: RuleComparison): string {
  if (field === 'label') return t(is === 'is' ? 'is.carries' : 'is.carries_not');
  if (field === 'hours') return t(is === 'is' ? 'is.open' : 'is.closed');
  if (field === 'answered') return t(is === 'is' ? 'is.answered' : 'is.answered_not');
  return t(`is.${is}`);
}
