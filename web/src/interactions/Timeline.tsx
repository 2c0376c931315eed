import { Button } from '@mantine/core';
import { IconFilterOff, IconTimelineEvent } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useScope } from '../actions/live';
import { nameOf, useAgents } from '../api/agents';
import { takesCalls, usePlugins } from '../api/plugins';
import { asProblem } from '../api/problem';
import { ChannelMark } from '../ui/ChannelMark';
import { fullTime, rowDate } from '../ui/dates';
import { EmptyPlace } from '../ui/EmptyPlace';
import { problemText } from '../ui/ErrorPlace';
import { useNow } from '../ui/useNow';
import { useRows } from '../ui/useRows';
import classes from './interactions.module.css';
import { isNarrowed, type Interaction, type PathOf, type TimelineFilter } from './model';
import { useLiveTimeline, useTimeline } from './queries';
import { Failed, Loading } from './states';
import { useTexts } from './texts';

function When({ ms }: { ms: number }) {
  const { t } = useTranslation();
  const now = useNow();
  return (
    <time className={classes['time']} dateTime={new Date(ms).toISOString()} title={fullTime(ms)}>
      {rowDate(ms, now, t('tickets.yesterday'))}
    </time>
  );
}

/** Channel, matter and status, and when and with whom it was. */
function Line({ of, to }: { of: Interaction; to: string }) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const names = useAgents((state) => state.names);
  const isCall = usePlugins((state) => takesCalls(state.plugins, of.channel));
  const people = of.assignee.split(',').filter((username) => username !== '').map((username) => nameOf(username, names));
  const kind = t(`kind.${of.livechat ? 'livechat' : isCall ? 'call' : 'ticket'}`);
  return (
    <li>
      <Link to={to} className={classes['row'] ?? ''} data-row>
        <ChannelMark channel={of.channel} account={of.channel_name} size={18} />
        <span className={classes['matter']}>
          <span className={classes['name']}>
            <strong>#{of.ticket_number}</strong> {of.title}
          </span>{' '}
          <small>{[kind, common(`status.${of.closed}`), people.length === 0 ? t('with_nobody') : t('with', { names: people.join(', ') })].join(' · ')}</small>
        </span>{' '}
        <When ms={of.ts * 1000} />
      </Link>
    </li>
  );
}

interface Props {
  contact: number;
  name: string;
  filter: TimelineFilter;
  pathOf: PathOf;
}

/** All that happened with a contact, the newest first. */
export function Timeline({ contact, name, filter, pathOf }: Props) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const { rows, error, hasMore, isLoadingMore, more, retry } = useTimeline(contact, filter);
  useLiveTimeline(contact);
  const panel = useRef<HTMLDivElement>(null);
  const move = useRows(panel, '[data-row]');
  // Nothing is chosen or changed here, and a link that has the focus opens by itself.
  useScope('list', { rows: [], moves: rows !== undefined && rows.length > 0, row: undefined, chooses: false, move, extend: move, open: () => undefined });
  return (
    <div ref={panel}>
      {rows === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <Failed error={error} title={t('failed')} onRetry={retry} />
        )
      ) : rows.length === 0 ? (
        isNarrowed(filter) ? (
          <EmptyPlace compact icon={<IconFilterOff size={20} stroke={1.5} />} title={t('hidden')} text={t('hidden_text')} />
        ) : (
          <EmptyPlace compact icon={<IconTimelineEvent size={20} stroke={1.5} />} title={t('none')} text={t('none_text')} />
        )
      ) : (
        <>
          <ol className={classes['rows']} aria-label={t('list', { name })}>
            {rows.map((row) => (
              <Line key={row.id} of={row} to={pathOf(row)} />
            ))}
          </ol>
          <div className={classes['end']}>
            {error === null ? null : <p role="alert">{problemText(asProblem(error), common)}</p>}
            {hasMore ? (
              <Button variant="default" size="xs" loading={isLoadingMore} onClick={more}>
                {t('more')}
              </Button>
            ) : null}
          </div>
        </>
      )}
    </div>
  );
}
