import { Button } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { asProblem } from '../../api/problem';
import type { Ticket } from '../../api/types';
import { ChannelMark } from '../../ui/ChannelMark';
import { fromUtcText, fullTime } from '../../ui/dates';
import { EmptyPlace } from '../../ui/EmptyPlace';
import { ErrorPlace } from '../../ui/ErrorPlace';
import { useView } from '../../ui/useView';
import { Waiting } from '../../ui/Waiting';
import { calls } from './calls';
import { closeProfile } from './open';
import classes from './profile.module.css';
import { useTexts } from './texts';

function Line({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  // The list beside it stays the one it is.
  const { search } = useLocation();
  const view = useView();
  return (
    <li>
      <Link to={view(`/ticket/${ticket.ticket_number}${search}`)} onClick={closeProfile}>
        <ChannelMark channel={ticket.channel} account={ticket.channel_name} size={18} />
        <span className={classes['matter']}>
          <span>
            <strong>#{ticket.ticket_number}</strong> {ticket.title}
          </span>
          <small>{[t(`status.${ticket.closed}`), fullTime(fromUtcText(ticket.created_at))].join(' · ')}</small>
        </span>
      </Link>
    </li>
  );
}

/** The conversations with a contact that one may see, the newest first. */
export function Conversations({ contact }: { contact: number }) {
  const { t } = useTexts();
  const query = useInfiniteQuery({
    queryKey: ['profile-tickets', contact],
    queryFn: ({ pageParam, signal }) => calls.conversations(contact, pageParam, signal),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.before,
  });
  if (query.isPending) return <Waiting label={t('conversations.loading')} m="lg" />;
  if (query.isError && query.data === undefined) {
    return <ErrorPlace compact problem={asProblem(query.error)} title={t('conversations.failed')} onRetry={() => void query.refetch()} />;
  }
  const tickets = query.data.pages.flatMap((page) => page.data);
  if (tickets.length === 0 && !query.hasNextPage) {
    return <EmptyPlace compact icon={<IconMessages size={20} stroke={1.5} />} title={t('conversations.none')} text={t('conversations.none_text')} />;
  }
  return (
    <>
      <ul className={classes['list']} aria-label={t('conversations.list')}>
        {tickets.map((ticket) => (
          <Line key={ticket.id} ticket={ticket} />
        ))}
      </ul>
      <div className={classes['end']}>
        {query.isFetchNextPageError ? <p role="alert">{t('conversations.failed')}</p> : null}
        {query.hasNextPage ? (
          <Button variant="subtle" size="xs" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('conversations.more')}
          </Button>
        ) : (
          <p>{t('conversations.end')}</p>
        )}
      </div>
    </>
  );
}
