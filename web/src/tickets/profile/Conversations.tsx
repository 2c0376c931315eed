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
import { useConversationAddress } from '../conversationAddress';
import { calls } from './calls';
import { closeProfile } from './open';
import classes from './profile.module.css';
import { useTexts } from './texts';

function Line({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const view = useView();
  const to = view(useConversationAddress()(ticket));
  // The list beside it stays the one it is; another list is narrowed in its own way.
  const isBeside = pathname.startsWith(to.slice(0, to.lastIndexOf('/')));
  return (
    <li>
      <Link to={isBeside ? `${to}${search}` : to} onClick={closeProfile}>
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

/** Conversations of one load, and how many of them are passed that way. */
const PAGE = 5;
const PASSED_MAX = 500;

type Place = { offset: number } | { before: number };

interface Page {
  tickets: Ticket[];
  next: Place | null;
}

const FIRST: Place = { offset: 0 };

/** The conversations page by page; after many pages from the last one on, which is how a long list stays quick. */
async function load(contact: number, from: Place, signal: AbortSignal): Promise<Page> {
  if ('before' in from) {
    const { data, before } = await calls.conversations(contact, from.before, signal);
    return { tickets: data, next: before === null ? null : { before } };
  }
  const { activity } = await calls.activity(contact, from.offset, signal);
  const last = activity.at(-1);
  const offset = from.offset + PAGE;
  if (activity.length < PAGE || last === undefined) return { tickets: activity, next: null };
  return { tickets: activity, next: offset > PASSED_MAX ? { before: last.id } : { offset } };
}

/** The conversations with a contact that one may see, the newest first. */
export function Conversations({ contact }: { contact: number }) {
  const { t } = useTexts();
  const query = useInfiniteQuery({
    queryKey: ['profile-tickets', contact],
    queryFn: ({ pageParam, signal }) => load(contact, pageParam, signal),
    initialPageParam: FIRST,
    getNextPageParam: (page) => page.next,
  });
  if (query.isPending) return <Waiting label={t('conversations.loading')} m="lg" />;
  if (query.isError && query.data === undefined) {
    return <ErrorPlace compact problem={asProblem(query.error)} title={t('conversations.failed')} onRetry={() => void query.refetch()} />;
  }
  const tickets = query.data.pages.flatMap((page) => page.tickets);
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
