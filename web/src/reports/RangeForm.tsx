import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { isSound, type ReportRange } from './days';
import { ExportButtons } from './ExportButtons';
import { RangeField } from './RangeField';
import classes from './reports.module.css';
import { useTexts } from './texts';

interface Props {
  /** What is searched, where that is no tickets. */
  label?: string;
  range: ReportRange;
  today: string;
  onRange: (range: ReportRange) => void;
  /** Only with a range that is sound. */
  onSearch: () => void;
  isBusy: boolean;
  /** Where the range is taken away as a table in CSV. */
  exportAddress: string;
  /** Whether the table can also go out by mail at regular times. */
  regularly?: boolean;
  /** What the server had against a day. */
  refused?: Readonly<Record<string, string>>;
  /** Other fields, before the days. */
  children?: ReactNode;
}

/** What is asked of a report: its days, and other fields before them. */
export function RangeForm({ label, range, today, onRange, onSearch, isBusy, exportAddress, regularly = false, refused = {}, children }: Props) {
  const { t } = useTexts();
  const field = useRef<HTMLButtonElement>(null);
  const sound = isSound(range, today);
  const reasons = [...new Set([refused['startDate'], refused['endDate']])].filter((reason) => reason !== undefined).join(' ');
  return (
    <form
      className={classes['form']}
      role="search"
      aria-label={label ?? t('range.form')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (sound) onSearch();
        else field.current?.focus();
      }}
    >
      <div className={classes['fields']}>
        {children}
        <RangeField ref={field} range={range} today={today} onRange={onRange} error={sound ? reasons : t('range.future')} />
        <div className={classes['buttons']}>
          <Button type="submit" size="xs" loading={isBusy} leftSection={<IconSearch size={14} stroke={1.5} />}>
            {t('range.search')}
          </Button>
          <ExportButtons regularly={regularly} address={exportAddress} label={t('range.export')} disabled={!sound} />
        </div>
      </div>
    </form>
  );
}
