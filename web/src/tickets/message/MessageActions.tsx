import { ActionIcon, Menu } from '@mantine/core';
import { IconCornerUpLeft, IconCopy, IconDots, IconRoute } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Message, ReplyQuote } from '../../api/types';
import { isLocal } from '../conversation/model';
import classes from './MessageActions.module.css';

interface Props {
  message: Message;
  sender: string;
  onReply: (quote: ReplyQuote) => void;
  /** Absent for people who may not look into the machinery. */
  onTrace?: (message: Message) => void;
}

export function MessageActions({ message, sender, onReply, onTrace }: Props) {
  const { t } = useTranslation();
  if (isLocal(message)) return null;
  const quote = () => onReply({ id: message.id, sender, message: message.message.slice(0, 240) });
  return (
    <div className={classes['actions']}>
      <ActionIcon size="sm" onClick={quote} aria-label={t('message.reply')}>
        <IconCornerUpLeft size={15} stroke={1.5} />
      </ActionIcon>
      <Menu position="bottom" width={190}>
        <Menu.Target>
          <ActionIcon size="sm" aria-label={t('message.more')}>
            <IconDots size={15} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCornerUpLeft size={16} stroke={1.5} />} onClick={quote}>
            {t('message.reply')}
          </Menu.Item>
          {/* Browsers lend the clipboard to secure pages only. */}
          {window.isSecureContext ? (
            <Menu.Item
              leftSection={<IconCopy size={16} stroke={1.5} />}
              onClick={() => void navigator.clipboard.writeText(message.message)}
            >
              {t('message.copy')}
            </Menu.Item>
          ) : null}
          {onTrace === undefined ? null : (
            <Menu.Item leftSection={<IconRoute size={16} stroke={1.5} />} onClick={() => onTrace(message)}>
              {t('message.trace')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
