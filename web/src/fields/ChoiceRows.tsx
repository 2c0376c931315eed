import { ActionIcon, TextInput } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { AddRow, FieldGroup } from '../settings/FieldGroup';
import classes from './fields.module.css';
import { CHOICES_MAX, fresh, moved, type ChoiceDraft } from './model';
import { useTexts } from './texts';

interface Props {
  choices: readonly ChoiceDraft[];
  /** What is wrong, by places such as `choices.0.label`. */
  faults: Readonly<Record<string, string>>;
  onChange: (choices: ChoiceDraft[]) => void;
}

/** What can be picked, in this order. What tickets may have already is archived, what is new is dropped. */
export function ChoiceRows({ choices, faults, onChange }: Props) {
  const { t } = useTexts();
  const put = (at: number, part: Partial<ChoiceDraft>) => onChange(choices.map((other, place) => (place === at ? { ...other, ...part } : other)));
  return (
    <FieldGroup title={t('choices')} fault={faults['choices']}>
      {choices.map((choice, at) => {
        const name = choice.label.trim() === '' ? t('choice', { number: at + 1 }) : choice.label;
        const Toggle = choice.archived ? IconArchiveOff : IconArchive;
        return (
          <div key={choice.id ?? `new ${at}`} className={classes['line']} data-archived={choice.archived || undefined}>
            <TextInput
              size="xs"
              aria-label={t('choice', { number: at + 1 })}
              placeholder={t('choice', { number: at + 1 })}
              maxLength={80}
              disabled={choice.archived}
              value={choice.label}
              error={faults[`choices.${at}.label`]}
              onChange={(event) => put(at, { label: event.currentTarget.value })}
            />
            <span className={classes['tools']}>
              <ActionIcon disabled={at === 0} aria-label={t('up', { name })} onClick={() => onChange(moved(choices, at, -1))}>
                <IconArrowUp size={15} stroke={1.5} />
              </ActionIcon>
              <ActionIcon disabled={at === choices.length - 1} aria-label={t('down', { name })} onClick={() => onChange(moved(choices, at, 1))}>
                <IconArrowDown size={15} stroke={1.5} />
              </ActionIcon>
              {choice.id === undefined ? (
                <ActionIcon aria-label={t('drop', { name })} onClick={() => onChange(choices.filter((_, place) => place !== at))}>
                  <IconX size={15} stroke={1.5} />
                </ActionIcon>
              ) : (
                <ActionIcon aria-label={t(choice.archived ? 'restore' : 'archive', { name })} onClick={() => put(at, { archived: !choice.archived })}>
                  <Toggle size={15} stroke={1.5} />
                </ActionIcon>
              )}
            </span>
          </div>
        );
      })}
      {choices.filter(({ archived }) => !archived).length >= CHOICES_MAX ? null : (
        <AddRow label={t('add_choice')} onClick={() => onChange([...choices, fresh()])} />
      )}
    </FieldGroup>
  );
}
