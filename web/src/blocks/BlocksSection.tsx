import { Button } from '@mantine/core';
import { IconBan, IconLock } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../api/client';
import { asProblem } from '../api/problem';
import { onEvent } from '../realtime/apply';
import { useSession } from '../session/store';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace } from '../ui/ErrorPlace';
import { KeptSkeleton } from '../ui/Kept';
import classes from '../ui/kept.module.css';
import { BlockLine } from './BlockLine';
import { useTexts } from './texts';

/** Whose messages are held back. */
export function BlocksSection() {
  const { t } = useTexts();
  const isAdmin = useSession((state) => state.session?.isAdmin ?? false);
  if (!isAdmin) {
    return <EmptyPlace icon={<IconLock size={20} stroke={1.5} />} title={t('no_permission')} text={t('no_permission_text')} />;
  }
  return <Blocks />;
}

function Blocks() {
  const { t } = useTexts();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['blocks'],
    queryFn: ({ pageParam, signal }) => api.get('/api/blocks', { query: pageParam === 0 ? undefined : { before: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.more ? page.data.at(-1)?.id : undefined),
  });
  useEffect(() => {
    const ends = [onEvent('senderBlocked', () => void refetch()), onEvent('heldChanged', () => void refetch())];
    return () => ends.forEach((end) => end());
  }, [refetch]);

  if (data === undefined) {
    if (error === null) return <KeptSkeleton label={t('loading')} />;
    return <ErrorPlace compact problem={asProblem(error)} title={t('load_failed')} onRetry={() => void refetch()} />;
  }
  const blocks = data.pages.flatMap((page) => page.data);
  if (blocks.length === 0) {
    return <EmptyPlace icon={<IconBan size={20} stroke={1.5} />} title={t('empty')} text={t('empty_text')} />;
  }
  return (
    <>
      <p className={classes['about']}>{t('about')}</p>
      <ul className={classes['rows']}>
        {blocks.map((block) => (
          <BlockLine key={block.id} block={block} onChanged={() => void refetch()} />
        ))}
      </ul>
      {hasNextPage ? (
        <Button mt="sm" variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      ) : null}
    </>
  );
}
