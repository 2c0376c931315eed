import { Button } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '../api/client';
import { asProblem } from '../api/problem';
import { ChannelMark } from '../ui/ChannelMark';
import { fullTime, rowDate } from '../ui/dates';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace } from '../ui/ErrorPlace';
import { useNow } from '../ui/useNow';
import { Waiting } from '../ui/Waiting';
import { closeCard } from './open';
import classes from './card.module.css';
import { useTexts } from './texts';

export type WorkKind = 'ticket' | 'livechat';

interface Line {
  id: number;
  ticket_number: number;
  channel: string;
  title: string;
  name: string;
  ts: number;
  livechat: boolean;
}

export interface Work {
  data: Line[];
  exp: number;
  expLevel: number;
}

/** Conversations of one load. */
const PAGE = 10;

/** What a colleague takes part in, page by page, with the points these brought. */
export function useWork(username: string, kind: WorkKind) {
  return useInfiniteQuery({
    queryKey: ['colleague', username, kind],
    queryFn: ({ pageParam, signal }) => api.get('/api/ticket/user/list', { query: { type: kind, username, offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.data.length >= PAGE ? pages.length * PAGE : undefined),
  });
}

/** Where a conversation opens, as the workspace addresses it. */
export type LinePath = (line: Pick<Line, 'ticket_number' | 'channel' | 'livechat'>) => string;

function Row({ line, to }: { line: Line; to: string }) {
  const { t } = useTranslation();
  const now = useNow();
  const ms = line.ts * 1000;
  return (
    <li>
      <Link to={to} onClick={closeCard}>
        <ChannelMark channel={line.channel} size={16} />
        <span className={classes['matter']}>
          <span>
            <strong>#{line.ticket_number}</strong> {line.title}
          </span>
          <small>{line.name}</small>
        </span>
        <time dateTime={new Date(ms).toISOString()} title={fullTime(ms)}>
          {rowDate(ms, now, t('tickets.yesterday'))}
        </time>
      </Link>
    </li>
  );
}

/** The conversations of a colleague that one may see oneself. */
export function CardList({ username, kind, pathOf }: { username: string; kind: WorkKind; pathOf: LinePath }) {
  const { t } = useTexts();
  const query = useWork(username, kind);
  if (query.isPending) return <Waiting label={t('loading')} m="md" />;
  if (query.data === undefined) {
    return <ErrorPlace compact problem={asProblem(query.error)} title={t('work.failed')} onRetry={() => void query.refetch()} />;
  }
  const lines = query.data.pages.flatMap((page) => page.data);
  if (lines.length === 0) return <EmptyPlace compact icon={<IconMessages size={18} stroke={1.5} />} title={t('work.none')} text={t('work.none_text')} />;
  return (
    <>
      <ul className={classes['list']} aria-label={t(`work.${kind}`)}>
        {lines.map((line) => (
          <Row key={line.id} line={line} to={pathOf(line)} />
        ))}
      </ul>
      <div className={classes['end']}>
        {query.isFetchNextPageError ? <p role="alert">{t('work.failed')}</p> : null}
        {query.hasNextPage ? (
          <Button variant="subtle" size="xs" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('work.more')}
          </Button>
        ) : (
          <p>{t('work.end')}</p>
        )}
      </div>
    </>
  );
}
