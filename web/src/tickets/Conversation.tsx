import { Skeleton } from '@mantine/core';
import { useDocumentVisibility, useMediaQuery } from '@mantine/hooks';
import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import type { TicketInfo } from '../api/types';
import { realtime } from '../realtime/connection';
import { openDialog } from '../ui/dialog';
import { toastNotice } from '../ui/toast';
import { ErrorPlace } from '../ui/ErrorPlace';
import { lazyPart } from '../ui/lazyPart';
import { useLate } from '../ui/useLate';
import { useStays } from '../ui/useStays';
import classes from './Conversation.module.css';
import { ConversationPane } from './conversation/ConversationPane';
import { openConversation, showConversation } from './conversation/read';
import { forgetTicket, useConversations } from './conversation/store';
import { loadDetails } from './details/load';
import { comeHere } from './here/here';
import { rememberTicket } from './lastTicket';
import { markRead, setShown } from './read';
import { say } from './texts';

// Few tickets are not there.
const Missing = lazyPart(async () => (await import('./Missing')).Missing);

interface Props {
  number: string;
  /** Where the back button of a narrow screen leads; null in a window of its own. */
  backTo: string | null;
  /** Why nobody can answer here any more. */
  ended?: string | undefined;
}

/** Joins the room while the conversation is on screen, and marks it read when it is looked at. */
function usePresence(info: TicketInfo | null): void {
  const visibility = useDocumentVisibility();
  const ticketId = info?.id ?? null;
  useEffect(() => {
    if (ticketId === null) return undefined;
    setShown(ticketId);
    const leave = realtime.join(ticketId);
    return () => {
      setShown(null);
      leave();
    };
  }, [ticketId]);
  useEffect(() => (ticketId === null || visibility !== 'visible' ? undefined : comeHere(ticketId)), [ticketId, visibility]);
  useEffect(() => {
    if (ticketId === null || visibility !== 'visible') return undefined;
    if (document.hasFocus()) markRead(ticketId);
    const seenAgain = () => markRead(ticketId, true);
    window.addEventListener('focus', seenAgain);
    return () => window.removeEventListener('focus', seenAgain);
  }, [ticketId, visibility]);
}

/** Refused or taken out: a modal says so and the screen goes home. What was given away is left for the list. */
function useLeaving(denied: boolean, ticketId: number | null, backTo: string | null): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const stays = useStays();
  const removed = useConversations((state) => ticketId !== null && state.removedFrom === ticketId);
  const away = useConversations((state) => (ticketId !== null && state.givenAway?.ticketId === ticketId ? state.givenAway : null));
  const told = useRef(false);
  useEffect(() => {
    if (away === null || told.current) return;
    told.current = true;
    if (stays()) void navigate(backTo ?? '/', { replace: true });
    if (away.names !== '') toastNotice(say('people.taken', { names: away.names }));
    forgetTicket(away.ticketId);
  }, [away, backTo, navigate, stays]);
  useEffect(() => {
    if ((!denied && !removed) || told.current) return;
    told.current = true;
    if (stays()) void navigate('/', { replace: true });
    if (removed && ticketId !== null) forgetTicket(ticketId);
    openDialog({
      title: t(removed ? 'conversation.removed_title' : 'conversation.denied_title'),
      text: t(removed ? 'conversation.removed_text' : 'conversation.denied_text'),
    });
  }, [denied, removed, ticketId, navigate, stays, t]);
}

function Loading() {
  const late = useLate(true);
  if (!late) return null;
  return (
    <div aria-hidden className={classes['loading']}>
      <Skeleton height={20} width="34%" radius="sm" />
      <Skeleton height={44} width="46%" radius="lg" mt="xl" />
      <Skeleton height={64} width="52%" radius="lg" />
      <Skeleton height={44} width="38%" radius="lg" ml="auto" />
      <Skeleton height={44} width="44%" radius="lg" />
    </div>
  );
}

/** One conversation with its header, messages, composer and details. */
export function Conversation({ number, backTo, ended }: Props) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const conversation = useConversations((state) => state.open[number]);
  const wide = useMediaQuery('(min-width: 1280px)', undefined, { getInitialValueInEffect: false });
  const info = conversation?.info ?? null;

  useEffect(() => showConversation(number), [number]);
  // Asked for now, they are there when the conversation is.
  useEffect(() => {
    if (wide) void loadDetails().catch(() => undefined);
  }, [wide]);
  usePresence(info);
  useEffect(() => {
    if (info !== null && /^\/(ticket|call)\/(?!ongoing$)/.test(pathname)) rememberTicket(pathname);
  }, [info, pathname]);
  useLeaving(conversation?.phase === 'denied', info?.id ?? null, backTo);

  switch (conversation?.phase) {
    case 'ready':
      return info === null ? null : (
        <ConversationPane conversation={conversation} info={info} backTo={backTo} wide={wide} ended={ended} />
      );
    case 'missing':
      return (
        <Suspense>
          <Missing conversation={conversation} />
        </Suspense>
      );
    case 'failed':
      return conversation.problem === null ? null : (
        <ErrorPlace
          problem={conversation.problem}
          title={t('conversation.load_failed')}
          onRetry={() => void openConversation(number, true)}
        />
      );
    case 'denied':
      return null;
    case 'loading':
    case undefined:
      return <Loading />;
  }
}
