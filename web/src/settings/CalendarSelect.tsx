import { NativeSelect } from '@mantine/core';
import { ALWAYS, calendarFrom, calendarValue, useCalendars, type CalendarChoice } from './calendars';

interface Props {
  value: CalendarChoice;
  fault: string | undefined;
  words: { label: string; hint: string; default: string; always: string; gone: string };
  onChange: (value: CalendarChoice) => void;
}

/** Picker of a calendar, the default one, or around the clock. */
export function CalendarSelect({ value, fault, words, onChange }: Props) {
  const calendars = useCalendars().data ?? [];
  const chosen = calendarValue(value);
  // What was deleted can still be seen, and another one chosen.
  const gone = chosen === '' || chosen === ALWAYS || calendars.some(({ id }) => String(id) === chosen) ? [] : [{ value: chosen, label: words.gone }];
  return (
    <NativeSelect
      label={words.label}
      description={words.hint}
      error={fault}
      data={[{ value: '', label: words.default }, { value: ALWAYS, label: words.always }, ...calendars.map(({ id, name }) => ({ value: String(id), label: name })), ...gone]}
      value={chosen}
      onChange={(event) => onChange(calendarFrom(event.currentTarget.value))}
    />
  );
}
