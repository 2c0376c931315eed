import { ActionIcon } from '@mantine/core';
import { IconCheck, IconFlag } from '@tabler/icons-react';
import type { TicketInfo } from '../../api/types';
import { Answering } from '../../session/Answering';
import { toastSuccess } from '../../ui/toast';
import { Menu } from '../../ui/Menu';
import { setSeverity } from '../acts';
import { useTexts } from '../texts';
import classes from './Details.module.css';

const CHOICES = ['H', 'M', 'L', ''] as const;

/** How grave the ticket is: for itself, or for everything its sender writes. */
export function SeverityMenu({ info }: { info: TicketInfo }) {
  const { t } = useTexts();
  const name = (severity: string) => (severity === '' ? t('severity.none') : t(`severity.${severity}`));

  async function set(priority: TicketInfo['severity'], type: 'ticket' | 'sender'): Promise<void> {
    const done = await setSeverity(info.id, priority, type);
    if (done && type === 'sender') toastSuccess(t('severity.marked', { priority: name(priority) }));
  }

  const items = (type: 'ticket' | 'sender') =>
    CHOICES.map((choice) => (
      <Menu.Item
        key={`${type} ${choice}`}
        onClick={() => void set(choice, type)}
        rightSection={type === 'ticket' && choice === info.severity ? <IconCheck size={16} stroke={1.5} /> : null}
      >
        {name(choice)}
      </Menu.Item>
    ));
  return (
    <span className={classes['labels']}>
      {name(info.severity)}
      <Answering>
        <Menu position="bottom-end" width={220}>
          <Menu.Target>
            <ActionIcon size="sm" aria-label={t('severity.change')}>
              <IconFlag size={14} stroke={1.5} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown className={classes['choices'] ?? ''}>
            <Menu.Label>{t('severity.this')}</Menu.Label>
            {items('ticket')}
            {info.contact === null ? null : (
              <>
                <Menu.Divider />
                <Menu.Label>{t('severity.sender')}</Menu.Label>
                {items('sender')}
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      </Answering>
    </span>
  );
}
