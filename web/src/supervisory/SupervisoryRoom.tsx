import { ActionIcon, Skeleton } from '@mantine/core';
import { IconLock, IconRefresh } from '@tabler/icons-react';
import { useEffect } from 'react';
import { needDepartments, useDepartments } from '../api/departments';
import { useConnection } from '../realtime/connection';
import { useMe } from '../session/store';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace, useAgain } from '../ui/ErrorPlace';
import { Tooltip } from '../ui/Tooltip';
import { useLate } from '../ui/useLate';
import { Agents } from './Agents';
import { CallsNow } from './CallsNow';
import { Chats } from './Chats';
import { refreshCalls } from './ongoing';
import type { BoardDesk } from './desk';
import { Figures } from './Figures';
import type { SupervisoryBoard } from './model';
import { Queues } from './Queues';
import { refreshBoard, useBoard, useIsStale, watchBoard } from './store';
import classes from './supervisory.module.css';
import { useTexts } from './texts';
import { UnwellChannels } from './UnwellChannels';

function NoPermission() {
  const { t } = useTexts();
  return <EmptyPlace icon={<IconLock size={20} stroke={1.5} />} title={t('no_permission')} text={t('no_permission_text')} />;
}

function refreshAll(): void {
  refreshBoard();
  refreshCalls();
}

const TILES = [0, 1, 2, 3, 4];
const BLOCKS = [0, 1, 2];

function Loading() {
  const { t } = useTexts();
  return (
    <div className={classes['inner']} role="status" aria-label={t('loading')}>
      <div className={classes['figures']}>
        {TILES.map((tile) => (
          <Skeleton key={tile} height={84} radius="md" />
        ))}
      </div>
      {BLOCKS.map((block) => (
        <Skeleton key={block} height={160} radius="md" mt="md" />
      ))}
    </div>
  );
}

function Board({ board, desk }: { board: SupervisoryBoard; desk: BoardDesk }) {
  const { t } = useTexts();
  const isStale = useIsStale();
  return (
    <div className={classes['inner']}>
      <header className={classes['top']}>
        <h1>{t('title')}</h1>
        <Tooltip label={t('refresh')}>
          <ActionIcon variant="default" aria-label={t('refresh')} onClick={refreshAll}>
            <IconRefresh size={16} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      </header>
      <p className="pb-unseen" role="status">
        {isStale ? t('out_of_date_text') : ''}
      </p>
      <Figures board={board} links={desk.links} />
      <Queues queues={board.queues} />
      <Agents agents={board.agents} desk={desk} />
      <Chats chats={board.chats} agents={board.agents} desk={desk} />
      {desk.callPath === null ? null : <CallsNow callPath={desk.callPath} />}
      {board.channels.length === 0 ? null : <UnwellChannels channels={board.channels} channelPath={desk.channelPath} />}
    </div>
  );
}

function BoardPlace({ desk }: { desk: BoardDesk }) {
  const { t } = useTexts();
  const board = useBoard((state) => state.board);
  const problem = useBoard((state) => state.problem);
  const late = useLate(board === null && problem === null);
  useEffect(watchBoard, []);
  useAgain(board === null ? null : problem, refreshBoard);
  if (problem?.code === 'forbidden') return <NoPermission />;
  if (board !== null) return <Board board={board} desk={desk} />;
  if (problem !== null) return <ErrorPlace problem={problem} title={t('load_failed')} onRetry={refreshBoard} />;
  return late ? <Loading /> : null;
}

/** The supervisory board for whoever may view reports. Until there is a socket and the departments are known it shows nothing. */
export function SupervisoryRoom({ desk }: { desk: BoardDesk }) {
  const me = useMe();
  const { t } = useTexts();
  const isAllowed = me.isAdmin || me.permissions.view_report;
  const hasSocket = useConnection((state) => state.phase !== 'idle');
  const { phase, problem } = useDepartments();
  useEffect(() => {
    if (isAllowed) needDepartments();
  }, [isAllowed]);
  if (!isAllowed) return <NoPermission />;
  if (problem !== null && phase === 'failed') return <ErrorPlace problem={problem} title={t('load_failed')} onRetry={needDepartments} />;
  if (!hasSocket || phase !== 'ready') return null;
  return (
    <div className={classes['room']}>
      <BoardPlace desk={desk} />
    </div>
  );
}
