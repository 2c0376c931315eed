import { SegmentedControl, Switch } from '@mantine/core';
import { IconPhoneOff } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { apiHost } from '../../api/host';
import { EmptyPlace } from '../../ui/EmptyPlace';
import { readCallReport } from '../calls';
import { shownDay, type ReportRange } from '../days';
import { PairChart } from '../PairChart';
import classes from '../performance.module.css';
import { REPORTS } from '../queryKeys';
import { RangeForm } from '../RangeForm';
import { ReportFrame } from '../ReportFrame';
import { ReportPart } from '../ReportPart';
import { chartSpans } from '../spans';
import { useTexts } from '../texts';
import { useChoices } from '../useChoices';
import { useReportRange } from '../useReportRange';
import { CallRows } from './CallRows';
import { CallTotals } from './CallTotals';
import { CHARTED, exportAddress, GROUPINGS, isEmpty, type CallReportAnswer } from './figures';

/** The report of telephone calls: how many came, how fast they were answered, and how long people talked. */
export function CallReport() {
  return (
    <ReportFrame page="calls">
      <Parts />
    </ReportFrame>
  );
}

function Parts() {
  const { t } = useTexts();
  const [search, choose] = useChoices();
  const { searched, form } = useReportRange();
  const group = GROUPINGS.find((one) => one === search.get('group')) ?? 'day';
  const compare = search.get('compare') === '1';
  const query = useQuery({
    queryKey: [REPORTS, 'calls', searched, group, compare],
    queryFn: ({ signal }) => readCallReport(searched, { group, compare }, signal),
    // Other rows of the same days take the place of those that are there.
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <RangeForm {...form} label={t('calls.form')} exportAddress={exportAddress(apiHost(), form.range, group)} regularly />
      <div className={classes['choices']}>
        <SegmentedControl
          size="xs"
          aria-label={t('performance.by')}
          value={group}
          data={GROUPINGS.map((value) => ({ value, label: t(`calls.group.${value}`) }))}
          onChange={(value) => choose({ group: value === 'day' ? null : value })}
        />
        <Switch size="xs" label={t('performance.compare')} checked={compare} onChange={({ currentTarget }) => choose({ compare: currentTarget.checked ? '1' : null })} />
      </div>
      {/* Figures of other rows or days would lead to other calls than they say. */}
      <div className={classes['results']} aria-busy={query.isPlaceholderData} inert={query.isPlaceholderData}>
        <ReportPart query={query}>{(report) => <Report report={report} range={searched} />}</ReportPart>
      </div>
    </>
  );
}

function Report({ report, range }: { report: CallReportAnswer; range: ReportRange }) {
  const { t } = useTexts();
  const { before_from: from, before_to: to } = report;
  return (
    <>
      {from !== null && to !== null ? <p className={classes['note']}>{t('performance.compared', { days: t('range.days', { start: shownDay(from), end: shownDay(to) }) })}</p> : null}
      {isEmpty(report) ? (
        <EmptyPlace compact icon={<IconPhoneOff size={20} stroke={1.5} />} title={t('calls.none')} text={t('calls.none_text')} />
      ) : (
        <>
          <CallTotals report={report} range={range} />
          {report.group === 'day' && report.rows.length > 1 ? <Chart report={report} /> : null}
          <CallRows report={report} range={range} />
        </>
      )}
    </>
  );
}

/** What was answered and missed on each day. */
function Chart({ report: { rows, from, to, total } }: { report: CallReportAnswer }) {
  const { t } = useTexts();
  return (
    <PairChart
      title={t('calls.chart')}
      text={t('calls.chart_text', { answered: total.answered, missed: total.missed, days: t('range.days', { start: shownDay(from), end: shownDay(to) }) })}
      figures={CHARTED.map((key) => ({ key, label: t(`calls.figure.${key}`) }))}
      spans={chartSpans(rows, CHARTED)}
      from={from}
      to={to}
    />
  );
}
