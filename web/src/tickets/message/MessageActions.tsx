import { ActionIcon } from '@mantine/core';
import { IconCornerUpLeft, IconDots } from '@tabler/icons-react';
import { Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageContext } from '../../actions/types';
import type { Message, ReplyQuote, SendRules } from '../../api/types';
import { useAbilities } from '../../session/abilities';
import { lazyPart } from '../../ui/lazyPart';
import { Menu } from '../../ui/Menu';
import { loadMessageItems } from '../actions/load';
import { isLocal } from '../conversation/model';
import { useHandle } from './handles';
import classes from './MessageActions.module.css';
import { ReactionPicker } from './ReactionPicker';

const MessageItems = lazyPart(loadMessageItems);

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

/** What is already with the customer. */
function isOut({ direction, state }: Message): boolean {
  return direction === 'out' && (state === 'sent' || state === 'delivered' || state === 'read');
}

/** On hover, in a menu, and by keys; only what the channel of the ticket declares. */
export function MessageActions(props: Props) {
  return isLocal(props.message) ? null : <Actions {...props} />;
}

function Actions({ message, sender, rules, onReply, onEdit, onNote, onTrace }: Props) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const own: MessageContext = {
    message,
    sender,
    rules,
    quote: onReply,
    edit: onEdit,
    note: onNote,
    react: () => place.current?.querySelector<HTMLElement>('[aria-haspopup="dialog"]')?.click(),
    trace: onTrace,
  };
  useHandle(own);
  const note = message.direction === 'note';
  const { answers, notes } = useAbilities();
  // Beside copying, which secure pages have alone, and notes at what was said there is nothing in it for the others.
  const menu = answers || window.isSecureContext || (notes && !note);
  const reactable = rules.react && (isOut(message) || message.direction === 'in');
  return (
    <div ref={place} className={classes['actions']}>
      {note || !answers ? null : (
        <>
          <ReactionPicker message={message} allowed={reactable ? rules.reactions : null} />
          <ActionIcon
            size="sm"
            className={classes['reply'] ?? ''}
            onClick={() => onReply({ id: message.id, sender, message: message.message.slice(0, 240) })}
            aria-label={t('message.reply')}
          >
            <IconCornerUpLeft size={15} stroke={1.5} />
          </ActionIcon>
        </>
      )}
      {menu ? (
        <Menu position="bottom" width={220}>
          <Menu.Target>
            <ActionIcon size="sm" aria-label={t('message.more')}>
              <IconDots size={15} stroke={1.5} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Suspense>
              <MessageItems message={own} />
            </Suspense>
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </div>
  );
}
