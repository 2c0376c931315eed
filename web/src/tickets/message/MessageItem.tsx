import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Message, ReplyQuote, TicketInfo } from '../../api/types';
import { clockTime, fullTime } from '../../ui/dates';
import { timeOf } from '../conversation/model';
import { customerOf } from '../model';
import { Attachments } from './Attachments';
import { MailBody } from './MailBody';
import { MessageActions } from './MessageActions';
import classes from './MessageItem.module.css';
import { PlainText } from './PlainText';
import { StateMark, StateNote } from './StateMark';

interface Props {
  message: Message;
  previous: Message | undefined;
  info: TicketInfo;
  startsUnread: boolean;
  onReply: (quote: ReplyQuote) => void;
  onTrace?: (message: Message) => void;
}

const TOGETHER_MS = 5 * 60_000;

function senderOf(message: Message, info: TicketInfo): string {
  if (message.sender_name !== '') return message.sender_name;
  return message.direction === 'in' ? customerOf(info) : message.sender;
}

/** Messages of one person within five minutes read as one. */
function continues(message: Message, previous: Message | undefined): boolean {
  return (
    previous !== undefined &&
    previous.direction === message.direction &&
    previous.sender === message.sender &&
    timeOf(message) - timeOf(previous) < TOGETHER_MS
  );
}

function isMail(message: Message, info: TicketInfo): boolean {
  return message.type === 'text/html' || Boolean(message.html_url) || info.channel.toUpperCase().includes('EMAIL');
}

function Quote({ quote }: { quote: ReplyQuote }) {
  return (
    <blockquote className={classes['quote']}>
      <strong>{quote.sender}</strong>
      <span>{quote.message}</span>
    </blockquote>
  );
}

/** Time and state: in the corner of a bubble, in the head of a mail. */
function Stamp({ message, apart = false }: { message: Message; apart?: boolean }) {
  const { t } = useTranslation();
  const ms = timeOf(message);
  return (
    <span className={classes['stamp']} data-apart={apart || undefined}>
      {message.edited ? <span>{t('message.edited')}</span> : null}
      <time title={fullTime(ms)} dateTime={new Date(ms).toISOString()}>
        {clockTime(ms)}
      </time>
      <StateMark message={message} />
    </span>
  );
}

/** Holds the corner of the last line free for the stamp. */
function Room({ message }: { message: Message }) {
  return (
    <span
      className={classes['room']}
      data-out={message.direction === 'out' || undefined}
      data-edited={message.edited || undefined}
    />
  );
}

/** One message of any channel: a bubble, a mail card, or a centred line of the system. */
export const MessageItem = memo(function MessageItem({ message, previous, info, startsUnread, onReply, onTrace }: Props) {
  const { t } = useTranslation();
  const ms = timeOf(message);
  const unreadLine = startsUnread ? (
    <div className={classes['unread']} role="separator">
      {t('conversation.unread_line')}
    </div>
  ) : null;

  if (message.direction === 'system' || message.type === 'system') {
    return (
      <>
        {unreadLine}
        <p className={classes['system']} data-message={message.id}>
          {message.message} <time title={fullTime(ms)}>{clockTime(ms)}</time>
        </p>
      </>
    );
  }

  if (message.deleted) {
    return (
      <>
        {unreadLine}
        <p className={classes['system']} data-message={message.id}>
          {t('message.deleted', { name: senderOf(message, info) })} <time title={fullTime(ms)}>{clockTime(ms)}</time>
        </p>
      </>
    );
  }

  const mail = isMail(message, info);
  const joined = !mail && continues(message, previous);
  const sender = senderOf(message, info);
  return (
    <>
      {unreadLine}
      <article
        className={classes['message']}
        data-message={message.id}
        data-direction={message.direction}
        data-state={message.state}
        data-joined={joined || undefined}
        data-mail={mail || undefined}
        aria-label={t('conversation.message_by', { name: sender, time: clockTime(ms) })}
      >
        {joined ? null : (
          <div className={classes['meta']}>
            <span className={classes['sender']}>{sender}</span>
            {mail ? <Stamp message={message} /> : null}
          </div>
        )}
        <div className={classes['row']}>
          <div className={classes['body']}>
            {message.reply === null ? null : <Quote quote={message.reply} />}
            {mail ? <MailBody message={message} /> : null}
            {!mail && message.message !== '' ? (
              <PlainText
                text={message.message}
                tail={message.attachments.length > 0 ? null : <Room message={message} />}
              />
            ) : null}
            {message.attachments.length > 0 ? <Attachments files={message.attachments} /> : null}
            {mail ? null : <Stamp message={message} apart={message.attachments.length > 0} />}
          </div>
          <MessageActions message={message} sender={sender} onReply={onReply} {...(onTrace === undefined ? {} : { onTrace })} />
        </div>
        <StateNote message={message} />
      </article>
    </>
  );
});
