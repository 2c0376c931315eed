import { Avatar, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { labelIds } from '../api/labels';
import { ChannelMark } from '../ui/ChannelMark';
import { fullTime, rowDate } from '../ui/dates';
import { LabelChips } from '../ui/LabelChips';
import { useNow } from '../ui/useNow';
import { Marked } from './Marked';
import type { MessageHit, Post } from './model';
import classes from './search.module.css';

/** Where the conversation of a result is, as the workspace addresses it. */
export type PathOf = (hit: Pick<Post, 'ticket_number' | 'channel' | 'livechat'>) => string;

function When({ ts }: { ts: number }) {
  const { t } = useTranslation();
  const now = useNow();
  const ms = ts * 1000;
  return (
    <time className={classes['time']} dateTime={new Date(ms).toISOString()} title={fullTime(ms)}>
      {rowDate(ms, now, t('tickets.yesterday'))}
    </time>
  );
}

/** A ticket or a live chat. */
export function PostRow({ post, pathOf, onOpen }: { post: Post; pathOf: PathOf; onOpen: () => void }) {
  const labels = labelIds(post);
  return (
    <Link to={pathOf(post)} className={classes['row'] ?? ''} data-result onClick={onOpen}>
      <ChannelMark channel={post.channel} />
      <span className={classes['body']}>
        <span className={classes['line']}>
          <span className={classes['number']}>#{post.ticket_number}</span>
          <span className={classes['main']}>
            <Marked text={post.title} marks={post.marks} />
          </span>
          <When ts={post.ts} />
        </span>
        {post.name === '' && labels.length === 0 ? null : (
          <span className={classes['line']}>
            <span className={classes['dim']}>{post.name}</span>
            <LabelChips ids={labels} most={3} />
          </span>
        )}
      </span>
    </Link>
  );
}

/** A message: who wrote it where, and the part that was found. */
export function MessageRow({ hit, pathOf, onOpen }: { hit: MessageHit; pathOf: PathOf; onOpen: () => void }) {
  return (
    <Link to={pathOf(hit)} className={classes['row'] ?? ''} data-result onClick={onOpen}>
      <ChannelMark channel={hit.channel} />
      <span className={classes['body']}>
        <span className={classes['line']}>
          <span className={classes['who']}>{hit.sender_name}</span>
          <span className={classes['dim']}>
            #{hit.ticket_number} {hit.title === hit.message ? '' : hit.title}
          </span>
          <When ts={hit.ts} />
        </span>
        <span className={classes['excerpt']} dir="auto">
          <Marked text={hit.message} marks={hit.marks} />
        </span>
      </span>
    </Link>
  );
}

/** Somebody or something whose tickets are one search away. */
export function NameRow({ mark, name, hint, onChoose }: { mark?: ReactNode; name: ReactNode; hint: string; onChoose: () => void }) {
  return (
    <UnstyledButton className={classes['row'] ?? ''} data-result onClick={onChoose}>
      {mark}
      <span className={classes['line']}>
        <span className={classes['main']}>{name}</span>
        <span className={classes['dim']}>{hint}</span>
      </span>
    </UnstyledButton>
  );
}

/** A customer has initials only, a colleague may have a photo. */
export function Portrait({ name, photo = '' }: { name: string; photo?: string }) {
  return <Avatar src={photo === '' ? null : photo} name={name} color="gray" size={20} radius="xl" aria-hidden />;
}
