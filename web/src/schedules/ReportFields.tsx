import { NativeSelect } from '@mantine/core';
import { FieldGroup } from '../settings/FieldGroup';
import { useTicketChoices, type Choice } from '../ui/useTicketChoices';
import { DAYS, FORMATS, GROUPS, REPORTS, TYPES, withReport, type PartProps, type ScheduleDraft } from './model';
import classes from './schedules.module.css';
import { useTexts } from './texts';

/** What is reported: rows of which report, of which days, narrowed to what, and as which file. */
export function ReportFields({ draft, faults, onChange }: PartProps) {
  const { t } = useTexts();
  const field = <Name extends 'report' | 'group' | 'days' | 'format' | 'type'>(
    name: Name,
    values: readonly ScheduleDraft[Name][],
    words: (value: ScheduleDraft[Name]) => string,
    changed: (value: ScheduleDraft[Name]) => Partial<ScheduleDraft> = (value) => ({ [name]: value }),
  ) => (
    <NativeSelect
      label={t(`field.${name}`)}
      error={faults[name]}
      data={values.map((value) => ({ value, label: words(value) }))}
      value={draft[name]}
      onChange={(event) => {
        const value = values.find((one) => one === event.currentTarget.value);
        if (value !== undefined) onChange(changed(value));
      }}
    />
  );
  return (
    <FieldGroup title={t('what_title')}>
      <div className={classes['fields']}>
        {field('report', REPORTS, (value) => t(`report.${value}`), (value) => withReport(draft, value))}
        {field('group', GROUPS[draft.report], (value) => t(`group.${value}`))}
        {field('days', DAYS, (value) => t(`days.${value}`))}
        {field('format', FORMATS, (value) => t(`format.${value}`))}
        {draft.report === 'performance' ? (
          <>
            {field('type', TYPES, (value) => t(`type.${value === '' ? 'both' : value}`))}
            <NarrowingFields draft={draft} faults={faults} onChange={onChange} />
          </>
        ) : null}
      </div>
    </FieldGroup>
  );
}

/** One channel, department or label that alone counts, or all of them. */
function NarrowingFields({ draft, faults, onChange }: PartProps) {
  const { t } = useTexts();
  const choices = useTicketChoices();
  const field = (name: 'channel' | 'department' | 'label', chosen: string, changed: (value: string) => Partial<ScheduleDraft>) => (
    <NativeSelect
      label={t(`field.${name}`)}
      error={faults[name]}
      data={[{ value: '', label: t(`all.${name}`) }, ...withChosen(choices[name], chosen, t('gone'))]}
      value={chosen}
      onChange={(event) => onChange(changed(event.currentTarget.value))}
    />
  );
  const id = (value: string) => (value === '' ? null : Number(value));
  return (
    <>
      {field('channel', draft.channel, (channel) => ({ channel }))}
      {field('department', String(draft.department ?? ''), (value) => ({ department: id(value) }))}
      {field('label', String(draft.label ?? ''), (value) => ({ label: id(value) }))}
    </>
  );
}

/** What was deleted can still be seen, and another one chosen. */
function withChosen(choices: readonly Choice[], chosen: string, gone: string): Choice[] {
  const isKnown = chosen === '' || choices.some(({ value }) => value === chosen);
  return isKnown ? [...choices] : [...choices, { value: chosen, label: gone }];
}
