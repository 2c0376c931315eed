import { ActionIcon } from '@mantine/core';
import { IconArrowsSplit2, IconCornerUpLeft, IconCopy, IconDots, IconMailForward, IconNote, IconPencil, IconPin, IconRoute, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Message, ReplyQuote, SendRules } from '../../api/types';
import { openDialog } from '../../ui/dialog';
import { useSession } from '../../session/store';
import { openProblem } from '../../ui/openProblem';
import { toastError } from '../../ui/toast';
import { Menu } from '../../ui/Menu';
import { isLocal } from '../conversation/model';
import { askOnward } from '../onward/onward';
import { useTexts } from '../texts';
import { removeMessage, setPinned } from './edits';
import classes from './MessageActions.module.css';
import { ReactionPicker } from './ReactionPicker';

interface Props {
  message: Message;
  sender: string;
  rules: SendRules;
  onReply: (quote: ReplyQuote) => void;
  onEdit: () => void;
  onNote: () => void;
  /** Absent for people who may not look into the machinery. */
  onTrace?: (message: Message) => void;
}

/** What is already with the customer can be changed there, where the channel has that. */
function isOut(message: Message): boolean {
  return message.direction === 'out' && (message.state === 'sent' || message.state === 'delivered' || message.state === 'read');
}

/** On hover, in a menu, and by keys; only what the channel of the ticket declares. */
export function MessageActions({ message, sender, rules, onReply, onEdit, onNote, onTrace }: Props) {
  const { t } = useTranslation();
  const texts = useTexts();
  const me = useSession((state) => state.session);
  if (isLocal(message)) return null;
  const quote = () => onReply({ id: message.id, sender, message: message.message.slice(0, 240) });
  const ours = isOut(message);
  const everywhere = ours && rules.delete;
  const mine = message.direction === 'out' && message.sender === me?.username;
  const onItsWay = message.state === 'queued' || message.state === 'sending';
  const removable = (mine || me?.isAdmin === true) && !onItsWay;
  const remove = () =>
    openDialog({
      title: everywhere ? t('message.delete_title') : texts.t('delete.title'),
      text: everywhere ? t('message.delete_text') : texts.t('delete.text'),
      confirm: {
        label: everywhere ? t('message.delete') : texts.t('delete.here'),
        danger: true,
        run: () => void removeMessage(message).catch(openProblem),
      },
    });
  const pin = () => void setPinned(message, message.pinned !== true).catch(() => toastError(texts.t('pin.failed')));
  return (
    <div className={classes['actions']}>
      <ReactionPicker message={message} allowed={rules.react && (ours || message.direction === 'in') ? rules.reactions : null} />
      <ActionIcon size="sm" className={classes['reply'] ?? ''} onClick={quote} aria-label={t('message.reply')}>
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
          <Menu.Item
            leftSection={<IconMailForward size={16} stroke={1.5} />}
            onClick={() => askOnward({ act: 'forward', ticketId: message.ticket_id, message })}
          >
            {texts.t('forward.menu')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowsSplit2 size={16} stroke={1.5} />}
            onClick={() => askOnward({ act: 'split', ticketId: message.ticket_id, message })}
          >
            {texts.t('split.menu')}
          </Menu.Item>
          <Menu.Item leftSection={<IconNote size={16} stroke={1.5} />} onClick={onNote}>
            {texts.t('note.add')}
          </Menu.Item>
          <Menu.Item leftSection={<IconPin size={16} stroke={1.5} />} onClick={pin}>
            {texts.t(message.pinned === true ? 'pin.remove' : 'pin.add')}
          </Menu.Item>
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
          {removable ? (
            <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.5} />} onClick={remove}>
              {everywhere ? t('message.delete') : texts.t('delete.here')}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
