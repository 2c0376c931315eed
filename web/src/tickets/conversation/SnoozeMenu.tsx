import { ActionIcon } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import { useHinted } from '../../actions/KeyHint';
import type { TicketInfo } from '../../api/types';
import { fullTime } from '../../ui/dates';
import { Menu } from '../../ui/Menu';
import { Tooltip } from '../../ui/Tooltip';
import { snoozeUntil } from '../acts';
import { askOnward } from '../onward/onward';
import { useTexts } from '../texts';
import { snoozeTimes } from '../work';

/** Puts the ticket aside until a time, or takes it up again. */
export function SnoozeMenu({ info }: { info: TicketInfo }) {
  const { t } = useTexts();
  const until = info.snoozed_until ?? null;
  const set = (at: number | null) => void snoozeUntil(info, at);
  const label = until === null ? t('snooze.menu') : t('snooze.until', { time: fullTime(until) });
  const hinted = useHinted(label, 'ticket.snooze');
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Tooltip label={hinted}>
          <ActionIcon aria-label={label} disabled={info.closed === 3} {...(until === null ? {} : { color: 'orange', variant: 'light' })}>
            <IconClockPause size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {until === null ? null : <Menu.Label>{label}</Menu.Label>}
        {until === null ? null : <Menu.Item onClick={() => set(null)}>{t('snooze.wake')}</Menu.Item>}
        {snoozeTimes().map(({ name, at }) => (
          <Menu.Item key={name} onClick={() => set(at)}>
            {t(`snooze.${name}`)}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => askOnward({ act: 'time', ticketId: info.id, message: null })}>{t('snooze.own')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
