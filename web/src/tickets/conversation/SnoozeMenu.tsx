import { ActionIcon } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { asProblem } from '../../api/problem';
import type { TicketInfo } from '../../api/types';
import { fullTime } from '../../ui/dates';
import { toastError } from '../../ui/toast';
import { Menu } from '../../ui/Menu';
import { Tooltip } from '../../ui/Tooltip';
import { lazyPart } from '../../ui/lazyPart';
import { useTexts } from '../texts';
import { morning, snooze, untilMonday } from '../work';

const TimeDialog = lazyPart(async () => (await import('../composer/TimeDialog')).TimeDialog);

/** Puts the ticket aside until a time, or takes it up again. */
export function SnoozeMenu({ info }: { info: TicketInfo }) {
  const { t } = useTexts();
  const [asking, setAsking] = useState(false);
  const until = info.snoozed_until ?? null;
  const set = (at: number | null) =>
    void snooze(info.id, at).catch((thrown: unknown) => toastError(asProblem(thrown).description ?? t('snooze.failed')));
  const label = until === null ? t('snooze.menu') : t('snooze.until', { time: fullTime(until) });
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <Tooltip label={label}>
            <ActionIcon aria-label={label} disabled={info.closed === 3} {...(until === null ? {} : { color: 'orange', variant: 'light' })}>
              <IconClockPause size={18} stroke={1.5} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          {until === null ? null : <Menu.Label>{label}</Menu.Label>}
          {until === null ? null : <Menu.Item onClick={() => set(null)}>{t('snooze.wake')}</Menu.Item>}
          <Menu.Item onClick={() => set(Date.now() + 3 * 3_600_000)}>{t('snooze.later')}</Menu.Item>
          <Menu.Item onClick={() => set(morning(Date.now(), 1))}>{t('snooze.tomorrow')}</Menu.Item>
          <Menu.Item onClick={() => set(morning(Date.now(), untilMonday(Date.now())))}>{t('snooze.week')}</Menu.Item>
          <Menu.Item onClick={() => setAsking(true)}>{t('snooze.own')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asking ? (
        <Suspense>
          <TimeDialog
            title={t('snooze.menu')}
            label={t('snooze.field')}
            action={t('snooze.menu')}
            onClose={() => setAsking(false)}
            onChoose={(at) => {
              setAsking(false);
              set(at);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
