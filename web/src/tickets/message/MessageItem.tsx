import { IconPin } from '@tabler/icons-react';
import { memo, Suspense, use, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAgents } from '../../api/agents';
import { partsOf } from '../../api/json';
import type { Message, ReplyQuote, SendRules } from '../../api/types';
import { clockTime, fullTime } from '../../ui/dates';
import { EmotionMark } from '../../ui/emotion/EmotionMark';
import { lazyPart } from '../../ui/lazyPart';
import { useSlots } from '../../ui/slots';
import { contentsOf, withoutWords } from '../contents';
import { timeOf } from '../conversation/model';
import { loadAbout } from './about/load';
import { hasInsights } from './insights';
import { Attachments } from './Attachments';
import { botOf, sideOf } from './bot';
import { MessageActions } from './MessageActions';
import { loadMail } from './load';
import classes from './MessageItem.module.css';
import { PlainText } from './PlainText';
import { Reactions } from './Reactions';
import { ReadIn } from './readIn';
import { Sender } from './Sender';
import { senderName } from './senderName';
import { EditNote, notesOf, StateMark, StateNote } from './StateMark';

const MailBody = lazyPart(loadMail);
const AboutMessage = lazyPart(loadAbout);
const Translated = lazyPart(async () => (await import('./Translated')).Translated);
const Contents = lazyPart(async () => (await import('./Contents')).Contents);
const CallLine = lazyPart(async () => (await import('./CallLine')).CallLine);
const Told = lazyPart(async () => (await import('./Told')).Told);
const Insights = lazyPart(async () => (await import('./Insights')).Insights);
const Notes = lazyPart(async () => (await import('./Notes')).Notes);
const TeamNote = lazyPart(async () => (await import('./TeamNote')).TeamNote);
const EditForm = lazyPart(async () => (await import('./EditForm')).EditForm);

interface Props {
  message: Message;
  previous: Message | undefined;
  /** The name of whoever wrote what has none. */
  customer: string;
  rules: SendRules;
  /** Messages of its channel have titles. */
  letters: boolean;
  startsUnread: boolean;
  onReply: (quote: ReplyQuote) => void;
  onTrace?: (message: Message) => void;
}

const TOGETHER_MS = 5 * 60_000;

function senderOf(message: Message, customer: string, names: ReadonlyMap<string, string>): string {
  const bot = botOf(message);
  if (bot !== null) return bot.name;
  return message.direction === 'in' ? message.sender_name || customer : senderName(message, names);
}

/** Messages of one person within five minutes read as one. */
function continues(message: Message, previous: Message | undefined): boolean {
  return (
    previous !== undefined &&
    sideOf(previous) === sideOf(message) &&
    previous.sender === message.sender &&
    // Of several conversations in one ticket, each has its own customer.
    (previous.home_id === undefined || message.home_id === undefined || previous.home_id === message.home_id) &&
    timeOf(message) - timeOf(previous) < TOGETHER_MS
  );
}

/** Channels whose messages have titles are written as letters, whatever they are called. */
function isMail(message: Message, letters: boolean): boolean {
  return message.type === 'text/html' || Boolean(message.html_url) || letters;
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
      {message.pinned ? <IconPin size={12} stroke={1.5} aria-hidden /> : null}
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
      data-out={sideOf(message) === 'out' || undefined}
      data-edited={message.edited || undefined}
      data-pinned={message.pinned || undefined}
    />
  );
}

/** One message of any channel: a bubble, a mail card, a note of the team, or a centred line of the system. */
export const MessageItem = memo(function MessageItem({ message, previous, customer, rules, letters, startsUnread, onReply, onTrace }: Props) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const [noting, setNoting] = useState(false);
  const own = useId();
  const slots = useSlots();
  const readIn = use(ReadIn);
  const named = useAgents((state) => senderOf(message, customer, state.names));
  const bot = botOf(message);
  const sender = bot === null ? named : t('message.bot', { name: named }).trim();
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
        <div className={classes['system']} data-message={message.id}>
          <p>
            {partsOf(message.extras)['call'] === undefined ? (
              message.message
            ) : (
              <Suspense fallback={message.message}>
                <CallLine message={message} previous={previous} />
              </Suspense>
            )}{' '}
            <time title={fullTime(ms)}>{clockTime(ms)}</time>
          </p>
          {message.attachments.length > 0 ? <Attachments files={message.attachments} /> : null}
          {partsOf(message.extras)['custom'] === undefined ? null : (
            <Suspense>
              <Told message={message} />
            </Suspense>
          )}
        </div>
      </>
    );
  }

  if (message.deleted) {
    return (
      <>
        {unreadLine}
        <p className={classes['system']} data-message={message.id}>
          {t('message.deleted', { name: sender })} <time title={fullTime(ms)}>{clockTime(ms)}</time>
        </p>
      </>
    );
  }

  const actions = (
    <MessageActions
      message={message}
      sender={sender}
      rules={rules}
      onReply={onReply}
      onEdit={() => setEditing(true)}
      onNote={() => setNoting(true)}
      {...(onTrace === undefined ? {} : { onTrace })}
    />
  );
  if (message.direction === 'note') {
    return (
      <>
        {unreadLine}
        <Suspense fallback={<div className={classes['coming']} />}>
          <TeamNote message={message} sender={sender} by={<Sender message={message} name={sender} />} actions={actions} describedBy={notesOf(message, own)}>
            <StateNote message={message} own={own} />
          </TeamNote>
        </Suspense>
      </>
    );
  }

  const mail = isMail(message, letters);
  const contents = contentsOf(message);
  const text = withoutWords(bot === null ? message.message : bot.text, contents);
  const bare = message.attachments.length === 0 && contents.length === 0;
  const translated = message.direction === 'in' && readIn !== '' && message.message.trim() !== '';
  const room = bare ? <Room message={message} /> : null;
  const plain = <PlainText text={text} tail={room} />;
  const said = translated ? (
    <Suspense fallback={plain}>
      <Translated message={message} into={readIn} original={plain} tail={room} />
    </Suspense>
  ) : (
    plain
  );
  const joined = !mail && continues(message, previous);
  const about = (above: boolean) =>
    message.extras && Object.keys(message.extras).length > 0 ? (
      <Suspense>
        <AboutMessage message={message} above={above} />
      </Suspense>
    ) : null;
  return (
    <>
      {unreadLine}
      <article
        className={classes['message']}
        data-message={message.id}
        data-direction={sideOf(message)}
        data-state={message.state}
        data-joined={joined || undefined}
        data-mail={mail || undefined}
        aria-label={t('conversation.message_by', { name: sender, time: clockTime(ms) })}
        aria-describedby={notesOf(message, own)}
      >
        {joined ? null : (
          <div className={classes['meta']}>
            <Sender message={message} name={sender} />
            {mail ? <Stamp message={message} /> : null}
          </div>
        )}
        <div className={classes['row']}>
          <div className={classes['body']}>
            {message.reply == null ? null : <Quote quote={message.reply} />}
            {about(true)}
            {mail ? (
              <Suspense fallback={<div className={classes['coming']} />}>
                <MailBody message={message} />
              </Suspense>
            ) : null}
            {editing ? (
              <Suspense>
                <EditForm message={message} rules={rules} onDone={() => setEditing(false)} />
              </Suspense>
            ) : null}
            {!mail && !editing && text !== '' ? said : null}
            {mail && translated ? (
              <Suspense>
                <Translated message={message} into={readIn} />
              </Suspense>
            ) : null}
            {contents.length > 0 ? (
              <Suspense>
                <Contents contents={contents} />
              </Suspense>
            ) : null}
            {message.attachments.length > 0 ? <Attachments files={message.attachments} /> : null}
            {about(false)}
            {mail ? null : <Stamp message={message} apart={!bare || editing} />}
          </div>
          {actions}
        </div>
        <EmotionMark emotions={message.emotion_2} />
        <Reactions message={message} offered={rules.react} />
        {noting || (message.notes ?? []).length > 0 ? (
          <Suspense>
            <Notes message={message} adding={noting} onDone={() => setNoting(false)} />
          </Suspense>
        ) : null}
        {hasInsights(message) ? (
          <Suspense>
            <Insights message={message} />
          </Suspense>
        ) : null}
        {slots.belowMessage === null || message.direction !== 'in' ? null : <slots.belowMessage message={message} />}
        <EditNote message={message} own={own} />
        <StateNote message={message} own={own} />
      </article>
    </>
  );
});
