import { Button, NativeSelect, TextInput } from '@mantine/core';
import { usePlugins } from '../api/plugins';
import classes from './interactions.module.css';
import { ANY, isNarrowed, type TimelineFilter } from './model';
import { useTexts } from './texts';

interface Props {
  filter: TimelineFilter;
  onChange: (filter: TimelineFilter) => void;
}

/** The channel and the days that a timeline is narrowed to. */
export function TimelineFilters({ filter, onChange }: Props) {
  const { t } = useTexts();
  const channels = usePlugins((state) => state.channels);
  const offered = [...channels.values()].map(({ value, name }) => ({ value, label: name }));
  // What an address names that is offered no longer can still be seen, and taken away.
  if (filter.channel !== '' && offered.every(({ value }) => value !== filter.channel)) offered.push({ value: filter.channel, label: filter.channel });
  return (
    <div className={classes['filters']}>
      <NativeSelect
        size="xs"
        label={t('channel')}
        data={[{ value: '', label: t('every_channel') }, ...offered.sort((one, other) => one.label.localeCompare(other.label))]}
        value={filter.channel}
        onChange={({ currentTarget }) => onChange({ ...filter, channel: currentTarget.value })}
      />
      <TextInput size="xs" type="date" label={t('from')} max={filter.until} value={filter.from} onChange={({ currentTarget }) => onChange({ ...filter, from: currentTarget.value })} />
      <TextInput size="xs" type="date" label={t('until')} min={filter.from} value={filter.until} onChange={({ currentTarget }) => onChange({ ...filter, until: currentTarget.value })} />
      {isNarrowed(filter) ? (
        <Button variant="default" size="xs" onClick={() => onChange(ANY)}>
          {t('clear')}
        </Button>
      ) : null}
    </div>
  );
}
