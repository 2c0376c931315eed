import { Button } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import type { TicketInfo } from '../../api/types';
import { ChannelMark } from '../../ui/ChannelMark';
import { Menu } from '../../ui/Menu';
import { customerOf } from '../model';
import { useTexts } from '../texts';
import classes from './WayMenu.module.css';

interface Props {
  /** The one it goes out in; undefined when that was taken out of the ticket. */
  way: TicketInfo | undefined;
  ways: readonly TicketInfo[];
  onWay: (id: number) => void;
}

/** Says to whom an answer goes in a ticket that others were merged into, and changes that. */
export function WayMenu({ way: chosen, ways, onWay }: Props) {
  const { t } = useTexts();
  const name = (way: TicketInfo) => t('merge.way', { name: customerOf(way), channel: way.channel_name || way.channel });
  return (
    <div className={classes['way']}>
      <Menu position="top-start" width={280}>
        <Menu.Target>
          <Button
            variant="default"
            size="compact-xs"
            leftSection={chosen === undefined ? null : <ChannelMark channel={chosen.channel} size={14} />}
            rightSection={<IconChevronDown size={14} stroke={1.5} />}
          >
            {chosen === undefined ? t('merge.way_lost') : name(chosen)}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('merge.ways')}</Menu.Label>
          {ways.map((way) => (
            <Menu.Item
              key={way.via ?? way.id}
              leftSection={<ChannelMark channel={way.channel} size={16} />}
              rightSection={way === chosen ? <IconCheck size={16} stroke={1.5} /> : null}
              onClick={() => onWay(way.via ?? way.id)}
            >
              {name(way)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
