import { Button, SegmentedControl, Switch } from '@mantine/core';
import { IconChartBarOff, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiHost } from '../api/host';
import { EmptyPlace } from '../ui/EmptyPlace';
import { readPerformance } from './calls';
import { shownDay, type ReportRange } from './days';
import { ExportButtons } from './ExportButtons';
import { OpenedDrawer, type Opening } from './OpenedDrawer';
import { GROUPINGS, isEmpty, NARROWINGS, rowsAddress, type Narrowed, type Performance } from './performance';
import classes from './performance.module.css';
import { PerformanceChart } from './PerformanceChart';
import { PerformanceRows } from './PerformanceRows';
import { PerformanceTotals } from './PerformanceTotals';
import { REPORTS } from './queryKeys';
import { ReportPart } from './ReportPart';
import { useTexts } from './texts';
import { useChoices } from './useChoices';

/** The name of what the report is narrowed to, beside its key: the address alone would say no more than a number. */
const NAME = 'name';

/** How fast customers were answered and helped. */
export function PerformanceTab({ range }: { range: ReportRange }) {
  const { t } = useTexts();
  const [search, choose] = useChoices();
  const [opening, setOpening] = useState<Opening | null>(null);
  const group = GROUPINGS.find((one) => one === search.get('group')) ?? 'day';
  const compare = search.get('compare') === '1';
  const kind = search.get('type');
  const narrowings = NARROWINGS.filter((one) => search.has(one));
  const narrowed: Narrowed = {
    ...(kind === 'ticket' || kind === 'livechat' ? { type: kind } : {}),
    ...Object.fromEntries(narrowings.map((one) => [one, search.get(one) ?? ''])),
  };
  const query = useQuery({
    queryKey: [REPORTS, 'performance', range, narrowed, group, compare],
    queryFn: ({ signal }) => readPerformance(range, narrowed, { group, compare }, signal),
    // Other rows of the same days take the place of those that are there.
    placeholderData: keepPreviousData,
  });

  const widen = { ...Object.fromEntries(NARROWINGS.map((one) => [one, null])), [NAME]: null };
  const name = search.get(NAME) ?? narrowings.map((one) => search.get(one)).join(', ');
  return (
    <>
      <div className={classes['choices']}>
        <SegmentedControl
          size="xs"
          aria-label={t('performance.by')}
          value={group}
          data={GROUPINGS.map((value) => ({ value, label: t(`performance.group.${value}`) }))}
          onChange={(value) => choose({ group: value === 'day' ? null : value })}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('busy.kind.label')}
          value={narrowed.type ?? 'both'}
          data={['both', 'ticket', 'livechat'].map((value) => ({ value, label: t(`busy.kind.${value}`) }))}
          onChange={(value) => choose({ type: value === 'both' ? null : value })}
        />
        <Switch size="xs" label={t('performance.compare')} checked={compare} onChange={({ currentTarget }) => choose({ compare: currentTarget.checked ? '1' : null })} />
        {narrowings.length === 0 ? null : (
          <Button size="compact-xs" variant="light" rightSection={<IconX size={13} stroke={1.75} aria-hidden />} aria-label={t('performance.widen', { name })} onClick={() => choose(widen)}>
            {t('performance.only', { name })}
          </Button>
        )}
        <div className={classes['export']}>
          <ExportButtons quiet regularly address={rowsAddress(apiHost(), range, narrowed, group)} label={t('performance.export')} />
        </div>
      </div>
      {/* Cells of other rows would open to something else than they say. */}
      <div className={classes['results']} aria-busy={query.isPlaceholderData} inert={query.isPlaceholderData}>
        <ReportPart query={query}>
          {(report) => (
            <Report
              report={report}
              range={range}
              narrowed={narrowed}
              onOpen={setOpening}
              onNarrow={(key, label) => choose({ ...widen, [report.group]: key === '' ? '0' : key, [NAME]: label, group: null })}
            />
          )}
        </ReportPart>
      </div>
      <OpenedDrawer opening={opening} onClose={() => setOpening(null)} />
    </>
  );
}

interface ReportProps {
  report: Performance;
  range: ReportRange;
  narrowed: Narrowed;
  onOpen: (opening: Opening) => void;
  onNarrow: (key: string, label: string) => void;
}

function Report({ report, range, narrowed, onOpen, onNarrow }: ReportProps) {
  const { t } = useTexts();
  const { before_from: from, before_to: to } = report;
  return (
    <>
      {report.filling ? <p className={classes['note']} role="status">{t('performance.filling')}</p> : null}
      {from && to ? <p className={classes['note']}>{t('performance.compared', { days: t('range.days', { start: shownDay(from), end: shownDay(to) }) })}</p> : null}
      {isEmpty(report) ? (
        <EmptyPlace compact icon={<IconChartBarOff size={20} stroke={1.5} />} title={t('performance.none')} text={t('performance.none_text')} />
      ) : (
        <>
          <PerformanceTotals report={report} onOpen={(figure, title) => onOpen({ figure, title, range, narrowed })} />
          {report.group === 'day' && report.rows.length > 1 ? <PerformanceChart report={report} /> : null}
          <PerformanceRows report={report} range={range} narrowed={narrowed} onOpen={onOpen} onNarrow={onNarrow} />
        </>
      )}
    </>
  );
}

