import { Button } from '@mantine/core';
import { IconAlertCircle, IconArrowLeft, IconFilterOff, IconLock, IconPlayerRecord } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
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
import { ANY_CALL, callFilterTo, narrowedBy } from '../list/filter';
import { FilterButton } from '../list/FilterButton';
import { useCallFilter } from '../list/useCallFilter';
import { rowsOf, useLiveCalls } from '../list/useCalls';
import { RecordingRow } from './RecordingRow';
import classes from './recordings.module.css';
import { useTexts } from './texts';
import { recordingFilter, RECORDINGS, useRecordings, type Recording } from './useRecordings';

/** Nothing there: either nothing was recorded yet, or a filter hides all. */
function NoRecordings({ isNarrowed }: { isNarrowed: boolean }) {
  const { t } = useTexts();
  const [, setSearch] = useSearchParams();
  if (!isNarrowed) return <EmptyPlace icon={<IconPlayerRecord size={20} stroke={1.5} />} title={t('none')} text={t('none_text')} />;
  const clear = (
    <Button variant="default" size="xs" onClick={() => setSearch((now) => callFilterTo(now, ANY_CALL))}>
      {t('clear')}
    </Button>
  );
  return <EmptyPlace icon={<IconFilterOff size={20} stroke={1.5} />} title={t('hidden')} text={t('hidden_text')} action={clear} />;
}

function Body({ query, recordings, isNarrowed }: { query: ReturnType<typeof useRecordings>; recordings: readonly Recording[]; isNarrowed: boolean }) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  // One at a time: whoever starts another has heard enough of it.
  const [playing, setPlaying] = useState<number | null>(null);
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
    if (problem.code === 'forbidden') return <EmptyPlace icon={<IconLock size={20} stroke={1.5} />} title={t('refused')} text={t('refused_text')} />;
    return <ErrorPlace problem={problem} title={t('failed')} onRetry={() => void query.refetch()} />;
  }
  if (recordings.length === 0) return <NoRecordings isNarrowed={isNarrowed} />;
  return (
    <>
      <ul className={classes['rows']} aria-label={t('title')}>
        {recordings.map((recording) => (
          <RecordingRow key={recording.id} recording={recording} isPlaying={recording.id === playing} onPlay={setPlaying} />
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

/** Recordings of telephone calls, those of the newest calls first, to hear, to keep, and to go to what was talked about. */
export function RecordingList() {
  const { t } = useTexts();
  const view = useView();
  const asked = useCallFilter();
  const filter = useMemo(() => recordingFilter(asked), [asked]);
  const query = useRecordings(filter);
  const pages = query.data?.pages;
  const recordings = useMemo(() => rowsOf(pages ?? []), [pages]);
  const first = pages?.[0];
  const narrowed = narrowedBy(filter);
  useLiveCalls(RECORDINGS, pages?.length ?? 0);
  const panel = useRef<HTMLElement>(null);
  const move = useRows(panel, '[data-play]');
  useScope('list', { rows: [], moves: recordings.length > 0, row: undefined, chooses: false, move, extend: move, open: () => undefined });
  return (
    <section ref={panel} className={classes['panel']} data-region="list" aria-label={t('title')}>
      <header className={classes['head']}>
        <h1 className={classes['title']}>
          {t('title')}{' '}
          {first === undefined ? null : <span className={classes['total']}>{`${first.count}${first.countMore ? '+' : ''}`}</span>}
        </h1>
        <Button variant="default" size="compact-sm" component={Link} to={view('/call')} leftSection={<IconArrowLeft size={14} stroke={1.5} aria-hidden />}>
          {t('calls')}
        </Button>
        <FilterButton of="recordings" count={narrowed} />
      </header>
      <div className={classes['body']}>
        <Body query={query} recordings={recordings} isNarrowed={narrowed > 0} />
      </div>
    </section>
  );
}
