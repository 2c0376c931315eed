import { Button } from '@mantine/core';
import { IconAlertCircle, IconFilterOff, IconLock, IconPhone, IconPlayerRecord } from '@tabler/icons-react';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useScope } from '../../../actions/live';
import { asProblem } from '../../../api/problem';
import { EmptyPlace } from '../../../ui/EmptyPlace';
import { ErrorPlace, problemText } from '../../../ui/ErrorPlace';
import { useLate } from '../../../ui/useLate';
import { useRows } from '../../../ui/useRows';
import { useView } from '../../../ui/useView';
import { ListSkeleton } from '../../list/ListSkeleton';
import classes from './callList.module.css';
import { CallRow } from './CallRow';
import { ANY_CALL, callFilterTo, narrowedBy, type Call } from './filter';
import { FilterButton } from './FilterButton';
import { useTexts } from './texts';
import { useCallFilter } from './useCallFilter';
import { CALLS, rowsOf, useCalls, useLiveCalls } from './useCalls';

type Calls = ReturnType<typeof useCalls>;

/** Nothing there: either nobody has called yet, or a filter hides all. */
function NoCalls({ isNarrowed }: { isNarrowed: boolean }) {
  const { t } = useTexts();
  const [, setSearch] = useSearchParams();
  if (!isNarrowed) return <EmptyPlace compact icon={<IconPhone size={20} stroke={1.5} />} title={t('none')} text={t('none_text')} />;
  const clear = (
    <Button variant="default" size="xs" onClick={() => setSearch((now) => callFilterTo(now, ANY_CALL))}>
      {t('clear')}
    </Button>
  );
  return <EmptyPlace compact icon={<IconFilterOff size={20} stroke={1.5} />} title={t('hidden')} text={t('hidden_text')} action={clear} />;
}

function Body({ query, calls, selected, isNarrowed }: { query: Calls; calls: readonly Call[]; selected: string | undefined; isNarrowed: boolean }) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const { data, error } = query;
  const late = useLate(data === undefined && error === null);
  if (data === undefined) {
    if (error === null) {
      return late ? (
        <div role="status" aria-label={t('loading')}>
          <ListSkeleton narrow />
        </div>
      ) : null;
    }
    const problem = asProblem(error);
    if (problem.code === 'forbidden') return <EmptyPlace compact icon={<IconLock size={20} stroke={1.5} />} title={t('refused')} text={t('refused_text')} />;
    return <ErrorPlace compact problem={problem} title={t('failed')} onRetry={() => void query.refetch()} />;
  }
  if (calls.length === 0) return <NoCalls isNarrowed={isNarrowed} />;
  return (
    <>
      <ul className={classes['rows']} aria-label={t('title')}>
        {calls.map((call) => (
          <CallRow key={call.id} call={call} isOpen={String(call.ticket_number) === selected} />
        ))}
      </ul>
      {error === null ? null : (
        <p className={classes['problem']} role="alert">
          <IconAlertCircle size={16} stroke={1.5} aria-hidden />
          {problemText(asProblem(error), common)}
        </p>
      )}
      {query.hasNextPage ? (
        <div className={classes['more']}>
          <Button variant="default" size="xs" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {common('tickets.show_more')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** Telephone calls, the newest first. `selected` is the number of the ticket that is open. */
export function CallList({ selected }: { selected: string | undefined }) {
  const { t } = useTexts();
  const view = useView();
  const filter = useCallFilter();
  const query = useCalls(filter);
  const pages = query.data?.pages;
  const calls = useMemo(() => rowsOf(pages ?? []), [pages]);
  const first = pages?.[0];
  const narrowed = narrowedBy(filter);
  useLiveCalls(CALLS, pages?.length ?? 0);
  const panel = useRef<HTMLElement>(null);
  const move = useRows(panel, '[data-call-row]');
  // No tickets stand here that could be chosen or changed, and a link that has the focus opens by itself.
  useScope('list', { rows: [], moves: calls.length > 0, row: undefined, chooses: false, move, extend: move, open: () => undefined });
  return (
    <section ref={panel} className={classes['panel']} data-region="list" aria-label={t('title')}>
      <header className={classes['head']}>
        <h1 className={classes['title']}>
          {t('title')}{' '}
          {first === undefined ? null : <span className={classes['total']}>{`${first.count}${first.countMore ? '+' : ''}`}</span>}
        </h1>
        <Button variant="default" size="compact-sm" component={Link} to={view('/recording')} leftSection={<IconPlayerRecord size={14} stroke={1.5} aria-hidden />}>
          {t('recordings')}
        </Button>
        <FilterButton of="calls" count={narrowed} />
      </header>
      <div className={classes['body']}>
        <Body query={query} calls={calls} selected={selected} isNarrowed={narrowed > 0} />
      </div>
    </section>
  );
}
