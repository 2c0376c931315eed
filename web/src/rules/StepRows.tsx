import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { AddRow, FieldGroup } from '../settings/FieldGroup';
import group from '../settings/fieldGroup.module.css';
import type { Choices } from './choices';
import { ACTION_KINDS, ACTIONS, firstValue, type RuleAction, type RuleStep } from './model';
import { customId, customOptions, customValue, useCustom } from './custom';
import classes from './rules.module.css';
import { useTexts } from './texts';
import { ValueField } from './ValueField';

interface Props {
  steps: readonly RuleStep[];
  choices: Choices;
  /** What is wrong, by places such as `then.2.value`. */
  faults: Readonly<Record<string, string>>;
  onChange: (steps: RuleStep[]) => void;
}

/** What is done, in this order. */
export function StepRows({ steps, choices, faults, onChange }: Props) {
  const { t } = useTexts();
  const fields = useCustom();

  function begun(option: string): RuleStep {
    const id = customId(option);
    if (id === null) return fresh(option as RuleAction);
    const { choices: offered } = customValue(t, fields.find((one) => one.id === id));
    return { do: 'custom', custom: id, value: offered[0]?.value ?? '' };
  }

  function fresh(action: RuleAction): RuleStep {
    const kind = ACTION_KINDS[action];
    return { do: action, value: firstValue(kind, choices[kind]) };
  }
  const put = (at: number, step: RuleStep) => onChange(steps.map((other, place) => (place === at ? step : other)));
  function move(at: number, by: number): void {
    const next = [...steps];
    const [step] = next.splice(at, 1);
    if (step === undefined) return;
    next.splice(at + by, 0, step);
    onChange(next);
  }

  return (
    <FieldGroup title={t('then')} fault={faults['then']}>
      {steps.map((step, at) => {
        const of = t('action', { number: at + 1 });
        const custom = step.do === 'custom' ? fields.find(({ id }) => id === step.custom) : undefined;
        const from = step.do === 'custom' ? customValue(t, custom) : { kind: ACTION_KINDS[step.do], choices: choices[ACTION_KINDS[step.do]] };
        return (
          <div key={at} className={classes['line']} data-steps role="group" aria-label={of}>
            <NativeSelect
              size="xs"
              aria-label={t('part.action', { of })}
              data={[
                ...ACTIONS.map((action) => ({ value: action, label: t(`do.${action}`) })),
                ...customOptions(fields, step.custom).map(({ value, label }) => ({ value, label: t('do.custom_of', { field: label }) })),
              ]}
              value={step.do === 'custom' ? `custom:${step.custom ?? 0}` : step.do}
              onChange={(event) => put(at, begun(event.currentTarget.value))}
            />
            <ValueField
              key={`${step.do} ${step.custom ?? ''}`}
              kind={from.kind}
              value={step.value ?? ''}
              choices={from.choices}
              name={t('part.value', { of })}
              fault={faults[`then.${at}.value`]}
              onChange={(value) => put(at, { ...step, value })}
            />
            <span className={classes['tools']}>
              <ActionIcon disabled={at === 0} aria-label={t('step_up', { of })} onClick={() => move(at, -1)}>
                <IconArrowUp size={15} stroke={1.5} />
              </ActionIcon>
              <ActionIcon disabled={at === steps.length - 1} aria-label={t('step_down', { of })} onClick={() => move(at, 1)}>
                <IconArrowDown size={15} stroke={1.5} />
              </ActionIcon>
              <ActionIcon aria-label={t('drop', { of })} onClick={() => onChange(steps.filter((_, place) => place !== at))}>
                <IconX size={15} stroke={1.5} />
              </ActionIcon>
            </span>
          </div>
        );
      })}
      <AddRow label={t('add.step')} onClick={() => onChange([...steps, fresh('status')])} />
      {steps.some((step) => step.do === 'reply') ? <p className={group['hint']}>{t('variables')}</p> : null}
    </FieldGroup>
  );
}
