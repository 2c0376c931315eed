import { NativeSelect } from '@mantine/core';
import { IconChartBarOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { EmptyPlace } from '../ui/EmptyPlace';
import { readIntervals } from './calls';
import type { ReportRange } from './days';
import { IntervalChart } from './IntervalChart';
import { intervalName, intervalRows, REPORT_GROUPS, sumsOf, type IntervalRow } from './intervals';
import { DAY_INTERVAL, INTERVALS, type IntervalLength } from './model';
import { REPORTS } from './queryKeys';
import { ReportPart } from './ReportPart';
import classes from './reports.module.css';
import { ReportTable } from './ReportTable';
import { useTexts } from './texts';

interface Props {
  range: ReportRange;
  interval: IntervalLength;
  onInterval: (interval: IntervalLength) => void;
}

/** Tickets that were opened, by interval and report group. */
export function IntervalTab({ range, interval, onInterval }: Props) {
  const { t } = useTexts();
  const query = useQuery({
    queryKey: [REPORTS, 'interval', range, interval],
    queryFn: ({ signal }) => readIntervals(range, interval, signal),
  });
  return (
    <>
      <NativeSelect
        size="xs"
        className={classes['choice'] ?? ''}
        label={t('interval.label')}
        value={interval}
        data={INTERVALS.map((value) => ({ value, label: t(`interval.${value}`) }))}
        onChange={({ currentTarget: { value } }) => onInterval(INTERVALS.find((one) => one === value) ?? DAY_INTERVAL)}
      />
      <ReportPart query={query}>{({ data }) => <Intervals rows={intervalRows(data)} range={range} interval={interval} />}</ReportPart>
    </>
  );
}

function Intervals({ rows, range, interval }: { rows: readonly IntervalRow[]; range: ReportRange; interval: IntervalLength }) {
  const { t } = useTexts();
  if (rows.length === 0) {
    return <EmptyPlace compact icon={<IconChartBarOff size={20} stroke={1.5} />} title={t('interval.none')} text={t('interval.none_text')} />;
  }
  const sums = sumsOf(rows);
  const columns = [
    {
      key: 'ts',
      label: t(interval === DAY_INTERVAL ? 'interval.day' : 'interval.begins'),
      cell: ({ ts }: IntervalRow) => intervalName(ts, interval),
      sum: t('total'),
    },
    ...REPORT_GROUPS.map((group) => ({
      key: group,
      label: t(`group.${group}`),
      numeric: true,
      cell: ({ counts }: IntervalRow) => counts[group],
      sum: sums.counts[group],
    })),
    { key: 'total', label: t('total'), numeric: true, cell: ({ total }: IntervalRow) => total, sum: sums.total },
  ];
  return (
    <>
      <IntervalChart rows={rows} range={range} interval={interval} />
      <div className={classes['section']}>
        <ReportTable caption={t('interval.caption')} columns={columns} rows={rows} keyOf={({ ts }) => ts} />
      </div>
    </>
  );
}
