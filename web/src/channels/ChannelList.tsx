import { Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, NavLink } from 'react-router';
import { usePlugins } from '../api/plugins';
import { rowDate } from '../ui/dates';
import { ErrorPlace } from '../ui/ErrorPlace';
import { useLate } from '../ui/useLate';
import { useNow } from '../ui/useNow';
import classes from '../ui/room.module.css';
import type { Channel } from './model';
import { PluginIcon } from '../ui/PluginIcon';
import { StateMark } from './parts/StateMark';
import { loadChannels, useChannels } from './store';
import { useTexts } from './texts';

export function ChannelList() {
  const { t } = useTexts();
  const { phase, problem, list } = useChannels();
  const late = useLate(phase === 'loading');
  return (
    <div className={classes['list']}>
      <header className={classes['listHead']}>
        <h1 className={classes['title']}>{t('title')}</h1>
        <Button component={Link} to="/channels/add" size="xs" leftSection={<IconPlus size={14} />}>
          {t('add')}
        </Button>
      </header>
      <div className={classes['rows']}>
        {late ? (
          <div className={classes['skeletons']}>
            <Skeleton height={44} />
            <Skeleton height={44} />
            <Skeleton height={44} />
          </div>
        ) : null}
        {phase === 'failed' && problem !== null ? (
          <ErrorPlace compact problem={problem} title={t('load_failed')} onRetry={() => void loadChannels()} />
        ) : null}
        <nav aria-label={t('list')}>
          {list.map((channel) => (
            <Row key={channel.id} channel={channel} />
          ))}
        </nav>
      </div>
    </div>
  );
}

const lastIn = (channel: Channel) => channel.last_inbound_at ?? 0;
const lastOut = (channel: Channel) => channel.last_outbound_at ?? 0;

function Row({ channel }: { channel: Channel }) {
  const { t } = useTexts();
  const now = useNow();
  const plugin = usePlugins((state) => state.plugins.find((one) => one.id === channel.plugin));
  const yesterday = t('tickets.yesterday', { ns: 'translation' });
  const time = (ms: number) => (ms === 0 ? t('never') : rowDate(ms, now, yesterday));
  return (
    <NavLink to={`/channels/${channel.id}`} className={classes['row'] ?? ''}>
      <PluginIcon plugin={plugin} size={28} />
      <span className={classes['rowText']}>
        <span className={classes['rowName']}>{channel.name}</span>
        <span className={classes['rowMeta']}>
          <StateMark status={channel.state.status} />
          {channel.state.reason !== '' && channel.state.status !== 'paused' ? (
            <span className={classes['rowReason']}>{channel.state.reason}</span>
          ) : (
            <span className={classes['rowTimes']}>
              {lastIn(channel) === 0 && lastOut(channel) === 0
                ? t('no_traffic')
                : `${t('last_in', { time: time(lastIn(channel)) })} · ${t('last_out', { time: time(lastOut(channel)) })}`}
            </span>
          )}
        </span>
      </span>
    </NavLink>
  );
}
