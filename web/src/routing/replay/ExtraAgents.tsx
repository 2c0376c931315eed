import { ActionIcon, MultiSelect, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { AddRow, FieldGroup } from '../../settings/FieldGroup';
import { currentTimezone } from '../../ui/dates';
import { UnitInput } from '../../ui/UnitInput';
import type { RoutingQueue } from '../model';
import { useTexts } from '../texts';
import { EXTRA_AGENTS_MAX, newExtra, type ExtraFields } from './model';
import classes from './replay.module.css';

interface Props {
  extra: readonly ExtraFields[];
  queues: readonly RoutingQueue[];
  /** What is wrong, by `extra.`, the row and the field's name. */
  faults: Readonly<Record<string, string>>;
  onChange: (extra: ExtraFields[]) => void;
}

/** Agents who would be there besides: how many, at which hours of each day, and in which queues. */
export function ExtraAgents({ extra, queues, faults, onChange }: Props) {
  const { t } = useTexts();
  const put = (at: number, part: Partial<ExtraFields>) => onChange(extra.map((one, index) => (index === at ? { ...one, ...part } : one)));
  const choices = queues.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <FieldGroup title={t('replay.extra.title')} hint={t('replay.extra.hint', { zone: currentTimezone() })}>
      {extra.map(({ count, from, until, queues: chosen }, at) => {
        const of = t('replay.extra.of', { number: at + 1 });
        const faultOf = (field: string) => faults[`extra.${at}.${field}`];
        return (
          // Rows have nothing of their own that tells them apart, and are added at the end.
          <div key={at} role="group" aria-label={of} className={classes['extra']}>
            <UnitInput
              label={t('replay.extra.count')}
              unit=""
              min={1}
              max={EXTRA_AGENTS_MAX}
              clampBehavior="strict"
              value={count === 0 ? '' : count}
              error={faultOf('count')}
              onChange={(typed) => put(at, { count: Number(typed) })}
            />
            {(['from', 'until'] as const).map((name) => (
              <TextInput
                key={name}
                type="time"
                label={t(`replay.extra.${name}`)}
                error={faultOf(name)}
                value={name === 'from' ? from : until}
                onChange={(event) => put(at, { [name]: event.currentTarget.value })}
              />
            ))}
            <MultiSelect
              label={t('replay.extra.queues')}
              {...(chosen.length === 0 ? { placeholder: t('replay.extra.all') } : {})}
              data={choices}
              value={chosen.map(String).filter((id) => choices.some(({ value }) => value === id))}
              error={faultOf('queues')}
              searchable
              hidePickedOptions
              nothingFoundMessage={t('agents_nothing')}
              onChange={(values) => put(at, { queues: values.map(Number) })}
            />
            <ActionIcon className={classes['drop'] ?? ''} aria-label={t('replay.extra.drop', { of })} onClick={() => onChange(extra.filter((_, index) => index !== at))}>
              <IconTrash size={16} stroke={1.5} />
            </ActionIcon>
          </div>
        );
      })}
      <AddRow label={t('replay.extra.add')} onClick={() => onChange([...extra, newExtra()])} />
    </FieldGroup>
  );
}
