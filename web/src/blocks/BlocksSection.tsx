import { Button } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../api/client';
import { asProblem } from '../api/problem';
import { onEvent } from '../realtime/apply';
import { SettingsRows } from '../settings/SettingsRows';
import { SettingsSection } from '../settings/SettingsSection';
import { useIsAdmin } from '../settings/useSettingsList';
import { sectionWords } from '../settings/words';
import { BlockLine } from './BlockLine';
import type { Block } from './model';
import { useTexts } from './texts';

/** Whose messages are held back. */
export function BlocksSection() {
  const { t } = useTexts();
  const allowed = useIsAdmin();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['blocks'],
    enabled: allowed,
    queryFn: ({ pageParam, signal }) => api.get('/api/blocks', { query: pageParam === 0 ? undefined : { before: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.more ? page.data.at(-1)?.id : undefined),
  });
  useEffect(() => {
    if (!allowed) return undefined;
    const ends = [onEvent('senderBlocked', () => void refetch()), onEvent('heldChanged', () => void refetch())];
    return () => ends.forEach((end) => end());
  }, [allowed, refetch]);
  const list = {
    allowed,
    data: data?.pages.flatMap((page) => page.data),
    problem: data === undefined && error !== null ? asProblem(error) : null,
    reload: refetch,
  };
  return (
    <SettingsSection<Block> name="blocks" icon={IconBan} words={sectionWords(t)} list={list}>
      {(blocks) => (
        <>
          <SettingsRows items={blocks}>{(block) => <BlockLine block={block} onChanged={() => void refetch()} />}</SettingsRows>
          {hasNextPage ? (
            <Button mt="sm" variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('more')}
            </Button>
          ) : null}
        </>
      )}
    </SettingsSection>
  );
}
