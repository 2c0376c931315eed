import { Link } from 'react-router';
import { useIsAdmin } from '../settings/useSettingsList';
import { BoardSection } from './BoardSection';
import { BoardTable, type Column } from './BoardTable';
import type { BoardDesk } from './desk';
import type { SupervisedChannel } from './model';
import classes from './supervisory.module.css';
import { useTexts } from './texts';

interface Props {
  channels: readonly SupervisedChannel[];
  channelPath: BoardDesk['channelPath'];
}

/** The channels that do not work as they should. */
export function UnwellChannels({ channels, channelPath }: Props) {
  const { t } = useTexts();
  const isAdmin = useIsAdmin();
  const columns: Column<SupervisedChannel>[] = [
    { key: 'name', label: t('channel.name'), cell: ({ channel_id, name }) => (isAdmin ? <Link to={channelPath(channel_id)}>{name}</Link> : name) },
    { key: 'status', label: t('channel.status'), cell: ({ status }) => <span className={classes['unwell']}>{t(`channel.of.${status}`, { defaultValue: status })}</span> },
    { key: 'reason', label: t('channel.reason'), cell: ({ reason }) => reason || t('none') },
  ];
  return (
    <BoardSection title={t('channel.title')} count={String(channels.length)}>
      <BoardTable caption={t('channel.title')} columns={columns} rows={channels} keyOf={({ channel_id }) => channel_id} />
    </BoardSection>
  );
}
