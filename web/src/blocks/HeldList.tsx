import { Button, Loader } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../api/client';
import { asProblem } from '../api/problem';
import { fullTime } from '../ui/dates';
import { ErrorPlace } from '../ui/ErrorPlace';
import classes from './blocks.module.css';
import { HELD_PAGE, type Block } from './model';
import { useTexts } from './texts';

/** What a sender wrote while it was blocked, the newest first. */
export function HeldList({ block }: { block: Block }) {
  const { t } = useTexts();
  const query = useInfiniteQuery({
    queryKey: ['blocks', block.id, block.held],
    queryFn: async ({ pageParam, signal }) =>
      (await api.get('/api/blocks/{id}/held', { path: { id: block.id }, query: pageParam === 0 ? undefined : { before: pageParam }, signal })).data,
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < HELD_PAGE ? undefined : page.at(-1)?.id),
  });
  if (query.isPending) return <Loader size="xs" role="status" aria-label={t('loading')} />;
  if (query.isError) {
    return <ErrorPlace compact problem={asProblem(query.error)} title={t('messages_failed')} onRetry={() => void query.refetch()} />;
  }
  return (
    <div className={classes['held']}>
      <ul aria-label={t('messages', { name: block.name })}>
        {query.data.pages.flat().map((held) => (
          <li key={held.id}>
            <span className={classes['text']}>{held.text || t('no_text')}</span>
            <span className={classes['meta']}>
              {[fullTime(held.at_ms), held.files === 0 ? '' : t('files', { count: held.files })].filter((part) => part !== '').join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {query.hasNextPage ? (
        <Button variant="subtle" size="compact-xs" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('more')}
        </Button>
      ) : null}
    </div>
  );
}
