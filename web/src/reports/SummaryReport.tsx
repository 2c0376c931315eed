import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { IconCalendarSearch, IconInboxOff, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { apiHost } from '../api/host';
import { useMe } from '../session/store';
import { EmptyPlace } from '../ui/EmptyPlace';
import { useLate } from '../ui/useLate';
import { useNow } from '../ui/useNow';
import { isSound, lastDays, shownDay, todayOf } from './days';
import {
  DAY_INTERVAL,
  exportAddress,
  isReportStatus,
  isReportType,
  REPORT_STATUSES,
  REPORT_TYPES,
  summaryPath,
  type ReportStatus,
  type ReportType,
} from './model';
import { RangeForm } from './RangeForm';
import { NoPermission, ReportFrame } from './ReportFrame';
import classes from './reports.module.css';
import { SummaryGroup, type ConversationPath } from './SummaryGroup';
import { useTexts } from './texts';
import { useSummary, type Summary } from './useSummary';

interface Props {
  type: ReportType;
  status: ReportStatus;
  conversationPath: ConversationPath;
}

/** The summary: what was opened in a range of days, by the day. */
export function SummaryReport(props: Props) {
  return (
    <ReportFrame page="summary">
      <Searched {...props} />
    </ReportFrame>
  );
}

function Searched({ type, status, conversationPath }: Props) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const today = todayOf(useMe().timezone, useNow());
  const [range, setRange] = useState(() => lastDays(today));
  const summary = useSummary(type, status);
  const { problem } = summary;
  const runSearch = () => {
    if (isSound(range, today)) summary.search(range);
  };
  return (
    <>
      <RangeForm
        range={range}
        today={today}
        onRange={setRange}
        onSearch={runSearch}
        isBusy={summary.phase === 'loading'}
        exportAddress={exportAddress(apiHost(), { range, step: DAY_INTERVAL, rows: { type, status } })}
        {...(problem === null ? {} : { refused: problem.fields })}
      >
        <NativeSelect
          size="xs"
          label={t('type.label')}
          value={type}
          data={REPORT_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
          onChange={({ currentTarget: { value } }) => {
            if (isReportType(value)) void navigate(summaryPath(value, status));
          }}
        />
        <NativeSelect
          size="xs"
          label={t('status.label')}
          value={status}
          data={REPORT_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
          onChange={({ currentTarget: { value } }) => {
            if (isReportStatus(value)) void navigate(summaryPath(type, value));
          }}
        />
      </RangeForm>
      <Results type={type} summary={summary} conversationPath={conversationPath} onRetry={runSearch} />
    </>
  );
}

interface ResultsProps {
  type: ReportType;
  summary: Summary;
  conversationPath: ConversationPath;
  onRetry: () => void;
}

/** What was found. A failure has no words here: there is a way to try again, and what was there stays. */
function Results({ type, summary, conversationPath, onRetry }: ResultsProps) {
  const { t } = useTexts();
  const { phase, loaded, problem } = summary;
  const late = useLate(phase === 'loading' && loaded === null);
  if (problem?.code === 'forbidden') return <NoPermission />;
  if (loaded === null) {
    if (phase === 'loading') return late ? <Skeletons /> : null;
    if (phase !== 'failed') {
      return <EmptyPlace icon={<IconCalendarSearch size={20} stroke={1.5} />} title={t('summary.start')} text={t('summary.start_text')} />;
    }
    return (
      <div className={classes['end']}>
        <Button variant="default" size="xs" leftSection={<IconRefresh size={14} stroke={1.5} />} onClick={onRetry}>
          {t('summary.again')}
        </Button>
      </div>
    );
  }
  const rows = loaded.groups.reduce((sum, group) => sum + group.rows.length, 0);
  const days = t('range.days', { start: shownDay(loaded.range.start), end: shownDay(loaded.range.end) });
  return (
    <div className={classes['results']} data-busy={phase === 'loading' || undefined}>
      <p className="pb-unseen" role="status">
        {t('summary.shown', { count: rows })}
      </p>
      {rows === 0 ? (
        <EmptyPlace icon={<IconInboxOff size={20} stroke={1.5} />} title={t(type === 'ticket' ? 'summary.none' : 'summary.none_livechat')} text={t('summary.none_text')} />
      ) : (
        <p className={classes['days']}>{t('summary.results', { days })}</p>
      )}
      {loaded.groups.map((group) => (
        <SummaryGroup key={group.heading} type={type} group={group} conversationPath={conversationPath} />
      ))}
      {summary.hasMore ? (
        <div className={classes['end']}>
          <Button variant="default" size="xs" loading={phase === 'loadingMore'} onClick={summary.loadMore}>
            {t('summary.more')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

const BLOCKS = [0, 1, 2];

function Skeletons() {
  const { t } = useTexts();
  return (
    <div role="status" aria-label={t('loading')}>
      {BLOCKS.map((block) => (
        <Skeleton key={block} height={132} radius="md" mt="md" />
      ))}
    </div>
  );
}
