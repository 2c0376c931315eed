import { memo, useEffect, useRef, useState } from 'react';
import type { Message, ReplyQuote, SendRules } from '../../api/types';
import { MessageItem } from '../message/MessageItem';
import classes from './Messages.module.css';

interface Props {
  messages: readonly Message[];
  /** The one before the first, of the same day. */
  previous: Message | undefined;
  /** The line "New" stands before this one. */
  unreadMark: Message['id'] | null;
  customer: string;
  rules: SendRules;
  letters: boolean;
  onReply: (quote: ReplyQuote) => void;
  onTrace?: (message: Message) => void;
}

/**
 * Messages that the browser leaves out together while they are far from the screen. They are drawn
 * once before, so that their height is known and nothing moves when they come back.
 */
export const Chunk = memo(function Chunk({ messages, previous, unreadMark, ...rest }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      observer.disconnect();
      if (entry !== undefined) setHeight(entry.contentRect.height);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={place}
      className={classes['chunk']}
      style={height === null ? undefined : { contentVisibility: 'auto', containIntrinsicBlockSize: `auto ${height}px` }}
    >
      {messages.map((message, index) => (
        <MessageItem
          key={message.queue_id ?? message.id}
          message={message}
          previous={messages[index - 1] ?? previous}
          startsUnread={message.id === unreadMark}
          {...rest}
        />
      ))}
    </div>
  );
}, same);

/** The lists are made anew with every message that comes in; what is in most of them stays. */
function same(before: Props, now: Props): boolean {
  const { messages: was, ...others } = before;
  const { messages: is, ...rest } = now;
  return (
    was.length === is.length &&
    was.every((message, index) => message === is[index]) &&
    Object.keys({ ...others, ...rest }).every((name) => others[name as keyof typeof others] === rest[name as keyof typeof rest])
  );
}
