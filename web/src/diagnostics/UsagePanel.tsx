import { SegmentedControl, Skeleton } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { asProblem } from '../api/problem';
import { byteSize } from '../ui/bytes';
import { clockTime, dayHeading } from '../ui/dates';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace } from '../ui/ErrorPlace';
import { useLate } from '../ui/useLate';
import { BreakerNote } from './BreakerNote';
import { calls, type Watched } from './calls';
import { CallTable } from './CallTable';
import { ErrorRows } from './ErrorRows';
import { chartRows, HOURS, shareWell, spanText, totalOf, type Hours, type Usage } from './model';
import classes from './diagnostics.module.css';
import { useTexts } from './texts';

// The chart library is larger than every screen together; figures are there before it.
const Charts = lazy(async () => ({ default: (await import('./Charts')).Charts }));

/** What was called, what came of it and what it cost. */
export function UsagePanel({ of, id }: Watched) {
  const { t } = useTexts();
  const [hours, setHours] = useState<Hours>(24);
  const query = useQuery({
    queryKey: ['usage', of, id, hours],
    queryFn: ({ signal }) => calls.usage({ of, id }, hours, signal),
    refetchInterval: 60_000,
  });
  const late = useLate(query.isPending);
  const usage = query.data;
  return (
    <div className={classes['panel']}>
      <header className={classes['bar']}>
        <h3 className={classes['heading']}>{t('usage.title')}</h3>
        <SegmentedControl
          size="xs"
          value={String(hours)}
          onChange={(value) => setHours(HOURS.find((one) => String(one) === value) ?? 24)}
          data={HOURS.map((one) => ({ value: String(one), label: t(`usage.hours_${one}`) }))}
          aria-label={t('usage.range')}
        />
      </header>
      {late ? <Skeleton height={220} /> : null}
      {query.isError && usage === undefined ? (
        <ErrorPlace compact problem={asProblem(query.error)} title={t('usage.failed')} onRetry={() => void query.refetch()} />
      ) : null}
      {usage === undefined ? null : <Figures usage={usage} hours={hours} />}
    </div>
  );
}

function Figure({ label, value, tone }: { label: string; value: string; tone?: 'bad' }) {
  return (
    <div className={classes['figure']} data-tone={tone}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Figures({ usage, hours }: { usage: Usage; hours: Hours }) {
  const { t } = useTexts();
  const total = totalOf(usage.by_call.length > 0 ? usage.by_call : usage.buckets);
  const well = shareWell(total);
  const queue = usage.queue;
  const trouble = total.failed + total.crashed + total.limited;
  const rows = chartRows(usage.buckets, hours > 24 ? dayHeading : clockTime);
  return (
    <>
      <BreakerNote breaker={usage.breaker} />
      <dl className={classes['figures']}>
        <Figure label={t('usage.calls')} value={total.calls.toLocaleString()} />
        <Figure label={t('usage.well')} value={well === null ? '–' : `${well >= 99.95 ? Math.round(well) : well.toFixed(1)} %`} />
        <Figure label={t('usage.trouble')} value={trouble.toLocaleString()} {...(trouble > 0 ? { tone: 'bad' as const } : {})} />
        <Figure label={t('usage.cpu')} value={spanText(total.cpu_us)} />
        <Figure label={t('usage.memory')} value={total.peak_memory === 0 ? '–' : byteSize(total.peak_memory)} />
        <Figure label={t('usage.bytes')} value={`${byteSize(total.bytes_in)} / ${byteSize(total.bytes_out)}`} />
        <Figure label={t('usage.waiting_out')} value={waiting(queue.deliveries, queue.oldest_ms)} />
        <Figure label={t('usage.waiting_in')} value={waiting(queue.inputs, queue.oldest_input_ms)} />
      </dl>
      {total.calls === 0 ? (
        <EmptyPlace compact icon={<IconChartBar size={18} stroke={1.5} />} title={t('usage.empty')} text={t('usage.empty_text')} />
      ) : (
        <>
          <Suspense fallback={<Skeleton height={220} />}>
            <Charts rows={rows} />
          </Suspense>
          <CallTable rows={usage.by_call} />
        </>
      )}
      <ErrorRows errors={usage.errors} />
    </>
  );
}

function waiting(count: number, oldest: number | null): string {
  return count === 0 || oldest === null ? String(count) : `${count} · ${spanText(oldest * 1000)}`;
}
