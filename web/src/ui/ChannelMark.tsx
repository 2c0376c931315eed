import { Tooltip } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import { useChannel } from '../api/plugins';
import classes from './ChannelMark.module.css';

interface Props {
  channel: string;
  /** The connected account's own name, told in the hint. */
  account?: string;
  size?: number;
}

/** The small mark of a channel, in the colour and shape its plugin declares. */
export function ChannelMark({ channel, account, size = 18 }: Props) {
  const declared = useChannel(channel);
  const name = declared?.name ?? channel;
  const label = account && account !== name ? `${name} · ${account}` : name;
  return (
    <Tooltip label={label}>
      <span role="img" aria-label={label} className={classes['mark']} style={{ width: size, height: size }}>
        {declared?.icon ? (
          <img src={declared.icon} alt="" width={size} height={size} />
        ) : (
          <IconMessageCircle size={size - 2} stroke={1.5} color={declared?.color ?? 'var(--pb-dim)'} />
        )}
      </span>
    </Tooltip>
  );
}
