import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { IconAlertCircle, IconFilterOff, IconLock, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { asProblem } from '../../../api/problem';
import { EmptyPlace } from '../../../ui/EmptyPlace';
import { ErrorPlace, problemText } from '../../../ui/ErrorPlace';
import { useLate } from '../../../ui/useLate';
import { ListSkeleton } from '../../list/ListSkeleton';
import { ANY_CALL, callFilterTo } from './filter';

/** What both lists say in their own words. */
type ListWords = (key: 'loading' | 'refused' | 'refused_text' | 'failed' | 'none' | 'none_text' | 'hidden' | 'hidden_text' | 'clear' | 'more') => string;

interface CallPagesProps {
  query: Pick<UseInfiniteQueryResult, 'data' | 'error' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  isEmpty: boolean;
  isNarrowed: boolean;
  /** Beside something else, where there is less room. */
  compact?: boolean;
  icon: Icon;
  /** Where the problem of a later load and the button for more stand. */
  classes: Readonly<Record<string, string>>;
  words: ListWords;
  children: ReactNode;
}

/** A list about calls in each of its states: on its way, failed, refused, empty, hidden by a filter, or there, with more behind it. */
export function CallPages({ query, isEmpty, isNarrowed, compact = false, icon: Mark, classes, words, children }: CallPagesProps) {
  const { t: common } = useTranslation();
  const [, setSearch] = useSearchParams();
  const { data, error } = query;
  const late = useLate(data === undefined && error === null);
  const icon = (Shown: Icon) => <Shown size={20} stroke={1.5} />;
  if (data === undefined) {
    if (error === null) {
      return late ? (
        <div role="status" aria-label={words('loading')}>
          <ListSkeleton narrow />
        </div>
      ) : null;
    }
    const problem = asProblem(error);
    if (problem.code === 'forbidden') return <EmptyPlace compact={compact} icon={icon(IconLock)} title={words('refused')} text={words('refused_text')} />;
    return <ErrorPlace compact={compact} problem={problem} title={words('failed')} onRetry={() => void query.refetch()} />;
  }
  if (isEmpty && !isNarrowed) return <EmptyPlace compact={compact} icon={icon(Mark)} title={words('none')} text={words('none_text')} />;
  if (isEmpty) {
    const clear = (
      <Button variant="default" size="xs" onClick={() => setSearch((now) => callFilterTo(now, ANY_CALL))}>
        {words('clear')}
      </Button>
    );
    return <EmptyPlace compact={compact} icon={icon(IconFilterOff)} title={words('hidden')} text={words('hidden_text')} action={clear} />;
  }
  return (
    <>
      {children}
      {error === null ? null : (
        <p className={classes['problem']} role="alert">
          <IconAlertCircle size={16} stroke={1.5} aria-hidden />
          {problemText(asProblem(error), common)}
        </p>
      )}
      {query.hasNextPage ? (
        <div className={classes['more']}>
          <Button variant="default" size="xs" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {words('more')}
          </Button>
        </div>
      ) : null}
    </>
  );
}
