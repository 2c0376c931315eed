import { ActionIcon, Menu } from '@mantine/core';
import { IconCornerUpLeft, IconCopy, IconDots, IconPencil, IconRoute, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Message, ReplyQuote, SendRules } from '../../api/types';
import { openDialog } from '../../ui/dialog';
import { openProblem } from '../../ui/openProblem';
import { isLocal } from '../conversation/model';
import { deleteMessage } from './edits';
import classes from './MessageActions.module.css';
import { ReactionPicker } from './ReactionPicker';

interface Props {
  message: Message;
  sender: string;
  rules: SendRules;
  onReply: (quote: ReplyQuote) => void;
  onEdit: () => void;
  /** Absent for people who may not look into the machinery. */
  onTrace?: (message: Message) => void;
}

/** What is already with the customer can be changed there, where the channel has that. */
function isOut(message: Message): boolean {
  return message.direction === 'out' && (message.state === 'sent' || message.state === 'delivered' || message.state === 'read');
}

/** On hover, in a menu, and by keys; only what the channel of the ticket declares. */
export function MessageActions({ message, sender, rules, onReply, onEdit, onTrace }: Props) {
  const { t } = useTranslation();
  if (isLocal(message)) return null;
  const quote = () => onReply({ id: message.id, sender, message: message.message.slice(0, 240) });
  const ours = isOut(message);
  const remove = () =>
    openDialog({
      title: t('message.delete_title'),
      text: t('message.delete_text'),
      confirm: {
        label: t('message.delete'),
        danger: true,
        run: () => void deleteMessage(message).catch(openProblem),
      },
    });
  return (
    <div className={classes['actions']}>
      {rules.react && (ours || message.direction === 'in') ? <ReactionPicker message={message} allowed={rules.reactions} /> : null}
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
          {ours && rules.edit && message.message !== '' ? (
            <Menu.Item leftSection={<IconPencil size={16} stroke={1.5} />} onClick={onEdit}>
              {t('message.edit')}
            </Menu.Item>
          ) : null}
          {onTrace === undefined ? null : (
            <Menu.Item leftSection={<IconRoute size={16} stroke={1.5} />} onClick={() => onTrace(message)}>
              {t('message.trace')}
            </Menu.Item>
          )}
          {ours && rules.delete ? (
            <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.5} />} onClick={remove}>
              {t('message.delete')}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
