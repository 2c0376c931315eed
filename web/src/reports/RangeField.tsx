import '@mantine/dates/styles.layer.css';
import { DatePickerInput, type DatesRangeValue } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useState, type Ref } from 'react';
import { useCalendar } from './calendar';
import { shownDay, type ReportRange } from './days';
import classes from './reports.module.css';
import { useTexts } from './texts';

interface Props {
  range: ReportRange;
  /** The last day that may be chosen. */
  today: string;
  onRange: (range: ReportRange) => void;
  error: string;
  ref: Ref<HTMLButtonElement>;
}

/** The days of a report as DD-MM-YYYY, whatever the browser's own form is. */
export function RangeField({ range, today, onRange, error, ref }: Props) {
  const { t, language } = useTexts();
  const calendar = useCalendar(language);
  /** A first day that waits for the second one; the range stays as it was until then. */
  const [first, setFirst] = useState<string | null>(null);
  const { start, end } = range;
  const ends: DatesRangeValue<string> = first === null ? [start, end] : [first, null];
  const days = t('range.days', { start: shownDay(start), end: shownDay(end) });

  function choose([from, to]: DatesRangeValue<string>): void {
    setFirst(to === null ? from : null);
    if (from !== null && to !== null) onRange({ start: from, end: to });
  }

  return (
    <DatePickerInput
      ref={ref}
      type="range"
      size="xs"
      className={classes['range'] ?? ''}
      label={t('range.label')}
      // The label alone would be the button's whole name.
      aria-label={t('range.named', { label: t('range.label'), days })}
      leftSection={<IconCalendar size={14} stroke={1.5} />}
      leftSectionPointerEvents="none"
      valueFormat="DD-MM-YYYY"
      allowSingleDateInRange
      maxDate={today}
      value={ends}
      onChange={choose}
      onDropdownClose={() => setFirst(null)}
      error={error === '' ? null : error}
      hideOutsideDates
      weekendDays={[]}
      {...calendar}
      getDayProps={(date) => ({ 'aria-pressed': ends.includes(date) })}
      ariaLabels={{
        nextMonth: t('range.calendar.next_month'),
        previousMonth: t('range.calendar.previous_month'),
        nextYear: t('range.calendar.next_year'),
        previousYear: t('range.calendar.previous_year'),
        nextDecade: t('range.calendar.next_decade'),
        previousDecade: t('range.calendar.previous_decade'),
      }}
      popoverProps={{ returnFocus: true }}
    />
  );
}
