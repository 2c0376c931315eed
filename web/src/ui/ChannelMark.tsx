import { IconClipboardText, IconMessageCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ENTERED, useChannel } from '../api/plugins';
import classes from './ChannelMark.module.css';
import { Tooltip } from './Tooltip';

interface Props {
  channel: string;
  /** The connected account's own name, told in the hint. */
  account?: string;
  size?: number;
}

/** The small mark of a channel, in the colour and shape its plugin declares. */
export function ChannelMark({ channel, account, size = 18 }: Props) {
  const { t } = useTranslation();
  const declared = useChannel(channel);
  const entered = channel === ENTERED;
  const name = entered ? t('channel_entered') : (declared?.name ?? channel);
  const DefaultIcon = entered ? IconClipboardText : IconMessageCircle;
  const label = account && account !== name ? `${name} · ${account}` : name;
  return (
    <Tooltip label={label}>
      <span role="img" aria-label={label} className={classes['mark']} style={{ width: size, height: size }}>
        {declared?.icon ? (
          <img src={declared.icon} alt="" width={size} height={size} />
        ) : (
          <DefaultIcon size={size - 2} stroke={1.5} color={declared?.color ?? 'var(--pb-dim)'} />
        )}
      </span>
    </Tooltip>
  );
}
