import { IconClockPause, IconUnlink } from '@tabler/icons-react';
import { useQuery, type Query } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { asProblem } from '../api/problem';
import { useProduct } from '../api/variant';
import { BrandMark } from '../ui/BrandMark';
import { clockTime } from '../ui/dates';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace } from '../ui/ErrorPlace';
import { LanguageMenu } from '../ui/LanguageMenu';
import { useLate } from '../ui/useLate';
import { calls } from './calls';
import { DashboardSkeleton } from './DashboardSkeleton';
import { DashboardView } from './DashboardView';
import type { GroupName } from './desk';
import { clockIn, dayCount, dayInWords } from './model';
import classes from './shared.module.css';
import { useTexts } from './texts';
import type { SharedDashboard as SharedDashboardShown } from './types';

const EVERY_MS = 300_000;
/** Where too many asked from one place, it is asked again so soon: how long it has to wait is in a header, which calls do not see. */
const LIMITED_MS = 60_000;

/** A link that was refused for good is not asked again. */
function pauseOf({ state: { error } }: Query<SharedDashboardShown>): number | false {
  const code = error === null ? null : asProblem(error).code;
  if (code === 'not_found') return false;
  return code === 'rate_limited' ? LIMITED_MS : EVERY_MS;
}

/** The name of the link stands in the tab, too. */
function useTabTitle(name: string | undefined): void {
  const product = useProduct();
  useEffect(() => {
    if (name === undefined) return undefined;
    document.title = `${name} – ${product}`;
    return () => {
      document.title = product;
    };
  }, [name, product]);
}

interface Props {
  token: string;
  groupName: GroupName;
}

/** The dashboard behind a link, for people who are not signed in and for screens on a wall. It reads itself anew while it is seen. */
export function SharedDashboard({ token, groupName }: Props) {
  const { t, language } = useTexts();
  const query = useQuery({
    queryKey: ['dashboard-shared', token],
    queryFn: ({ signal }) => calls.readShared(token, signal),
    staleTime: EVERY_MS,
    refetchInterval: pauseOf,
    refetchOnWindowFocus: true,
  });
  const { data, error, errorUpdatedAt, refetch } = query;
  const problem = error === null ? null : asProblem(error);
  const isGone = problem?.code === 'not_found';
  const late = useLate(data === undefined && problem === null);
  useTabTitle(isGone ? undefined : data?.name);

  function place(): ReactNode {
    if (isGone) return <EmptyPlace icon={<IconUnlink size={20} stroke={1.5} />} title={t('shared.gone')} text={t('shared.gone_text')} />;
    if (data !== undefined) return <DashboardView dashboard={data.dashboard} groupName={groupName} />;
    if (problem === null) return late ? <DashboardSkeleton /> : null;
    if (problem.code !== 'rate_limited') return <ErrorPlace problem={problem} title={t('failed')} onRetry={() => void refetch()} />;
    const time = clockTime(errorUpdatedAt + LIMITED_MS);
    return (
      <div role="alert">
        <EmptyPlace icon={<IconClockPause size={20} stroke={1.5} />} title={t('shared.limited')} text={t('shared.limited_text', { time })} />
      </div>
    );
  }

  const shown = isGone ? undefined : data;
  return (
    <main className={classes['page']}>
      <meta name="robots" content="noindex" />
      <header className={classes['top']}>
        <span className={classes['brand']} aria-hidden>
          <BrandMark size={28} />
        </span>
        <div className={classes['words']}>
          <h1>{shown?.name ?? t('title')}</h1>
          {shown === undefined ? null : <RangeLine answer={shown} language={language} isStale={problem !== null} />}
        </div>
        <LanguageMenu />
      </header>
      {place()}
    </main>
  );
}

/** Of which days the figures are, and when they were counted. */
function RangeLine({ answer: { dashboard }, language, isStale }: { answer: SharedDashboardShown; language: string; isStale: boolean }) {
  const { t } = useTexts();
  const { start_date: start, end_date: end, timezone: zone, at } = dashboard;
  const time = clockIn(at, zone);
  return (
    <p className={classes['range']}>
      <span>{t('range.in_words', { days: dayCount({ start, end }), start: dayInWords(start, language), end: dayInWords(end, language) })}</span>
      {isStale ? (
        <span role="alert" data-stale>
          {t('not_refreshed', { time })}
        </span>
      ) : (
        <span>{t('counted', { time, zone })}</span>
      )}
    </p>
  );
}
