import { Button, Skeleton } from '@mantine/core';
import { IconArrowRight, IconInbox, IconMessageCircle, IconPlugConnected, type Icon } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '../../api/client';
import { asProblem } from '../../api/problem';
import type { TicketPage } from '../../api/types';
import { useQueue } from '../../livechat/queue';
import { useUnread } from '../../realtime/unread';
import { useMe } from '../../session/store';
import { problemText } from '../../ui/ErrorPlace';
import { useLate } from '../../ui/useLate';
import { useNavItems } from '../nav';
import { paths } from '../paths';
import { useLiveHome } from './useLiveHome';
import classes from './HomePage.module.css';

const COUNTED = ['open', 'pending', 'solved', 'closed'] as const;

function Counts() {
  const { t } = useTranslation();
  useLiveHome();
  const queries = useQueries({
    queries: COUNTED.map((filter) => ({
      queryKey: ['home', filter],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.get('/api/ticket/load/{token}/{filter}/{kind}/{offset}', { path: { token: '-', filter, kind: 'ticket', offset: 0 }, signal }),
      select: (page: TicketPage) => page.count,
      staleTime: 0,
    })),
  });
  const late = useLate(queries.some((query) => query.isPending));
  const failed = queries.find((query) => query.isError);
  if (failed) {
    return (
      <p className={classes['failed']} role="alert">
        {problemText(asProblem(failed.error), t)}
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => queries.forEach((query) => void query.refetch())}
        >
          {t('error.retry')}
        </Button>
      </p>
    );
  }
  return (
    <div className={classes['counts']}>
      {COUNTED.map((filter, index) => {
        const count = queries[index]?.data;
        return (
          <Link key={filter} to={filter === 'open' ? paths.tickets : `${paths.tickets}?filter=${filter}`} className={classes['count']}>
            <span className={classes['figure']}>
              {count ?? (late ? <Skeleton height={24} width={40} radius="sm" /> : '\u00a0')}
            </span>
            <span className={classes['label']}>{t(`tickets.filter_${filter}`)}</span>
          </Link>
        );
      })}
    </div>
  );
}

interface Step {
  to: string;
  icon: Icon;
  title: string;
  text: string;
}

function useSteps(): Step[] {
  const { t } = useTranslation();
  const me = useMe();
  const places = new Set(useNavItems().map((item) => item.to));
  const unread = useUnread((state) => state.ticket);
  const livechat = useUnread((state) => state.livechat);
  const waiting = useQueue((state) => state.count);
  const channels = useQuery({
    queryKey: ['channels'],
    queryFn: ({ signal }) => api.get('/api/channels', { signal }),
    enabled: me.isAdmin,
  });
  const steps: Step[] = [
    {
      to: paths.tickets,
      icon: IconInbox,
      title: t('home.tickets'),
      text: unread > 0 ? t('home.tickets_unread', { count: unread }) : t('home.tickets_none'),
    },
    {
      to: paths.livechat,
      icon: IconMessageCircle,
      title: t('home.livechat'),
      text:
        waiting > 0
          ? t('home.livechat_waiting', { count: waiting })
          : livechat > 0
            ? t('home.livechat_unread', { count: livechat })
            : t('home.livechat_none'),
    },
  ];
  if (me.isAdmin) {
    const none = Array.isArray(channels.data) && channels.data.length === 0;
    const step = {
      to: paths.channels,
      icon: IconPlugConnected,
      title: t(none ? 'home.connect_first' : 'home.channels'),
      text: t(none ? 'home.connect_first_text' : 'home.channels_text'),
    };
    if (none) steps.unshift(step);
    else steps.push(step);
  }
  // What this host name leaves out of the panel is no next step either.
  return steps.filter((step) => places.has(step.to));
}

/** The plain home: how many of each, and what to do next. */
export function Screen() {
  const { t } = useTranslation();
  const me = useMe();
  const steps = useSteps();
  // Where the host name leaves tickets out, they are not counted either.
  const counted = useNavItems().some((item) => item.to === paths.tickets);
  return (
    <div className={classes['home']}>
      <div className={classes['inner']}>
        <h1 className={classes['hello']}>{t('home.hello', { name: me.name })}</h1>
        {counted ? <Counts /> : null}
        {steps.length > 0 ? <h2 className={classes['next']}>{t('home.next')}</h2> : null}
        <ul className={classes['steps']}>
          {steps.map((step) => (
            <li key={step.to}>
              <Link to={step.to} className={classes['step']}>
                <step.icon size={20} stroke={1.5} aria-hidden />
                <span className={classes['words']}>
                  <strong>{step.title}</strong>
                  <span>{step.text}</span>
                </span>
                <IconArrowRight size={16} stroke={1.5} aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
