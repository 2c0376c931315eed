import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { nameOf, useAgents } from '../../../api/agents';
import { api } from '../../../api/client';
import { asProblem } from '../../../api/problem';
import type { TicketRouting as Standing } from '../../../api/types';
import { onEvent, onReload } from '../../../realtime/apply';
import { clockTime, fullTime } from '../../../ui/dates';
import { useLate } from '../../../ui/useLate';
import { Decision } from './Decision';
import classes from './routing.module.css';
import { useTexts } from './texts';

/** A ticket's routing, read anew whenever it goes on. */
function useRouting(ticket: number) {
  const query = useQuery({
    queryKey: ['ticket-routing', ticket],
    queryFn: ({ signal }) => api.get('/api/tickets/{id}/routing', { path: { id: ticket }, signal }),
    // What happened while the fold was closed was told to nobody here.
    staleTime: 0,
  });
  const { refetch } = query;
  useEffect(() => {
    const ends = [
      onEvent('ticketRouted', ({ ticket_id }) => {
        if (ticket_id === ticket) void refetch();
      }),
      onReload(() => void refetch()),
    ];
    return () => ends.forEach((end) => end());
  }, [ticket, refetch]);
  return query;
}

/** In which queue it waits since when, and to whom it is offered until when. */
function Place({ routing: { state, queue, waiting_since, offered_to, offer_until } }: { routing: Standing }) {
  const { t } = useTexts();
  const names = useAgents((known) => known.names);
  if (state === 'none') return <p className={classes['dim']}>{t('no_queue')}</p>;
  return (
    <>
      <p>{waiting_since === null ? t('in_queue', { queue }) : t('in_queue_since', { queue, at: fullTime(waiting_since) })}</p>
      <p className={classes['dim']}>
        {state === 'waiting' || offer_until === null ? t('waiting') : t('offered_to', { name: nameOf(offered_to, names), at: clockTime(offer_until) })}
      </p>
    </>
  );
}

/** Shown without being asked for. */
const SHOWN = 5;

/** Where a ticket stands in routing, and the newest decisions about it. */
export function TicketRouting({ ticket, livechat }: { ticket: number; livechat: boolean }) {
  const { t } = useTexts();
  const { data, error, isPending, refetch } = useRouting(ticket);
  const late = useLate(isPending);
  const [isWhole, setWhole] = useState(false);
  if (data === undefined) {
    if (error === null) return late ? <Skeleton height={40} radius="sm" role="progressbar" aria-label={t('loading')} /> : null;
    if (asProblem(error).code === 'forbidden') return <p className={classes['dim']}>{t('forbidden')}</p>;
    return (
      <p role="alert" className={classes['failed']}>
        {t('load_failed')}{' '}
        <Button variant="subtle" size="compact-xs" onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </p>
    );
  }
  const { state, decisions } = data;
  if (state === 'none' && decisions.length === 0) return <p className={classes['dim']}>{t('empty')}</p>;
  return (
    <>
      <Place routing={data} />
      {decisions.length === 0 ? null : (
        <ol aria-label={t('decisions')} className={classes['decisions']}>
          {(isWhole ? decisions : decisions.slice(0, SHOWN)).map((decision) => (
            <Decision key={decision.id} decision={decision} livechat={livechat} />
          ))}
        </ol>
      )}
      {decisions.length > SHOWN && !isWhole ? (
        <Button variant="subtle" size="compact-xs" onClick={() => setWhole(true)}>
          {t('older', { count: decisions.length - SHOWN })}
        </Button>
      ) : null}
    </>
  );
}
