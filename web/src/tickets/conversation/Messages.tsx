import { ActionIcon, Button, Loader } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChannel } from '../../api/plugins';
import type { Message, ReplyQuote, TicketInfo } from '../../api/types';
import { dayHeading } from '../../ui/dates';
import { rulesOf } from '../composer/rules';
import { shownIn } from '../languages';
import { Customer } from '../message/customer';
import { ReadIn } from '../message/readIn';
import { customerOf } from '../model';
import { Chunk } from './Chunk';
import classes from './Messages.module.css';
import { chunksOf, groupByDay } from './model';
import { loadOlder } from './read';
import { setAtBottom, type Conversation } from './store';
import { TypingLine } from './TypingLine';

interface Props {
  conversation: Conversation;
  info: TicketInfo;
  onReply: (quote: ReplyQuote) => void;
  onTrace?: (message: Message) => void;
}

const NEAR_PX = 48;
const SCREENFUL = 12;
const TOP_PX = 160;
/** So many screens before the top, whoever scrolls up gets the next page. */
const AHEAD = 2;

/**
 * Browsers that keep what is read in its place by themselves do so without stopping the wheel. Near the
 * top what they would hold on to changes its own margin, now that it is known what is before it.
 */
function keepsPlace(element: HTMLElement): boolean {
  return element.scrollTop > element.clientHeight && typeof CSS !== 'undefined' && CSS.supports('overflow-anchor', 'auto');
}

/** Where the line "New" stands as the conversation opens, before it is marked as read: before the oldest unread message. */
function firstUnread({ messages }: Conversation, { unread }: TicketInfo): Message['id'] | null {
  if (unread <= 0) return null;
  const incoming = messages.filter((message) => message.direction === 'in');
  return incoming[incoming.length - unread]?.id ?? null;
}

/** The messages by day. Older ones come at the top without moving what is being read. */
export function Messages({ conversation, info, onReply, onTrace }: Props) {
  const { t } = useTranslation();
  // The newest first, as many as a screen shows. What is above them, and any further page, is drawn in
  // pieces of a few milliseconds, between which the browser gets to its frames.
  const [newest] = useState(() => conversation.messages.slice(-SCREENFUL));
  const { messages, number, older, starts: pages } = useDeferredValue(conversation, { ...conversation, messages: newest, older: 'none' as const });
  const screenful = newest[0]?.id;
  const starts = useMemo(() => (screenful === undefined ? pages : new Set(pages).add(screenful)), [pages, screenful]);
  const scroller = useRef<HTMLDivElement>(null);
  const [bottom, setBottom] = useState(true);
  const [unreadMark] = useState(() => firstUnread(conversation, info));
  const declared = useChannel(info.channel);
  const { send } = info;
  const rules = useMemo(() => rulesOf({ send }, declared), [send, declared]);
  const customer = customerOf(info);
  const contact = info.contact?.id ?? null;
  const person = useMemo(() => ({ ticket: info.id, contact }), [info.id, contact]);
  const days = useMemo(() => groupByDay(messages, dayHeading), [messages]);
  const firstId = messages[0]?.id;
  const lastId = messages[messages.length - 1]?.id;
  const before = useRef({ firstId, lastId, height: 0, top: 0, bottom: true });

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const was = before.current;
    // One's own words are wanted on screen wherever one was reading.
    if (typeof lastId === 'string' && lastId !== was.lastId) was.bottom = true;
    if (was.bottom) element.scrollTop = element.scrollHeight;
    else if (was.firstId !== firstId && was.height > 0 && !keepsPlace(element)) element.scrollTop += element.scrollHeight - was.height;
    before.current = { ...was, firstId, lastId, height: element.scrollHeight };
  }, [firstId, lastId, messages]);

  // Pictures and mails grow after they are drawn; who stands at the bottom stays there.
  useEffect(() => {
    const element = scroller.current;
    const content = element?.firstElementChild;
    if (!element || !content) return undefined;
    const observer = new ResizeObserver(() => {
      if (before.current.bottom) element.scrollTop = element.scrollHeight;
      before.current.height = element.scrollHeight;
    });
    observer.observe(content);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  function onScroll() {
    const element = scroller.current;
    if (element === null) return;
    const now = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
    before.current.bottom = now;
    if (now !== bottom) setBottom(now);
    setAtBottom(number, now);
    const upwards = element.scrollTop < before.current.top;
    before.current.top = element.scrollTop;
    const soon = upwards && !now && element.scrollTop < element.clientHeight * AHEAD;
    if ((soon || element.scrollTop < TOP_PX) && older === 'offered') void loadOlder(number);
  }

  function toNewest() {
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight, behavior: 'smooth' });
  }

  return (
    <div className={classes['frame']}>
      <div ref={scroller} className={classes['scroller']} onScroll={onScroll} role="log" aria-label={t('conversation.messages')} tabIndex={0}>
        <div className={classes['content']}>
          {older === 'none' ? null : (
            <div className={classes['older']}>
              {older === 'loading' ? (
                <Loader size="xs" />
              ) : (
                <Button variant="subtle" size="compact-xs" onClick={() => void loadOlder(number)}>
                  {t('conversation.older')}
                </Button>
              )}
            </div>
          )}
          {messages.length === 0 ? <p className={classes['empty']}>{t('conversation.no_messages')}</p> : null}
          <Customer value={person}>
            <ReadIn value={shownIn(info)}>
              {days.map((group) => (
                <section key={group.day} className={classes['day']} aria-label={group.day}>
                  <h3 className={classes['date']}>
                    <span>{group.day}</span>
                  </h3>
                  {chunksOf(group.messages, starts).map((chunk, index, chunks) => (
                    <Chunk
                      key={chunk[0]?.queue_id ?? chunk[0]?.id}
                      messages={chunk}
                      previous={chunks[index - 1]?.at(-1)}
                      unreadMark={chunk.some(({ id }) => id === unreadMark) ? unreadMark : null}
                      customer={customer}
                      rules={rules}
                      letters={declared?.send?.subject === true}
                      onReply={onReply}
                      {...(onTrace === undefined ? {} : { onTrace })}
                    />
                  ))}
                </section>
              ))}
            </ReadIn>
          </Customer>
        </div>
      </div>
      {bottom ? null : (
        <ActionIcon variant="default" radius="xl" size="lg" className={classes['newest'] ?? ''} onClick={toNewest} aria-label={t('conversation.newest')}>
          <IconArrowDown size={18} stroke={1.5} />
        </ActionIcon>
      )}
      <TypingLine ticketId={info.id} />
    </div>
  );
}
