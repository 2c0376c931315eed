import { Button } from '@mantine/core';
import { IconLock, IconPin } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { contextNow } from '../../actions/live';
import type { Message } from '../../api/types';
import { clockTime, fullTime } from '../../ui/dates';
import { settleEntry, WAITS } from '../composer/outbox';
import { isLocal, timeOf } from '../conversation/model';
import { dropMessage } from '../conversation/take';
import { useTexts } from '../texts';
import { NoteText } from './NoteText';
import classes from './TeamNote.module.css';

interface Props {
  message: Message;
  sender: string;
  by: ReactNode;
  actions: ReactNode;
  /** What went wrong with it. */
  children: ReactNode;
  describedBy: string | undefined;
}

/** A note that was refused goes back to its field, where its author can mend what was wrong with it. */
function EditAgain({ message }: { message: Message }) {
  const { t } = useTexts();
  function edit() {
    settleEntry(String(message.id));
    dropMessage(message.ticket_id, message.id);
    contextNow().ticket?.note({ text: message.message, mentions: message.mentions ?? [] });
  }
  return (
    <Button size="compact-xs" variant="default" mt={4} onClick={edit}>
      {t('note.edit')}
    </Button>
  );
}

/** A note as a part of the conversation. The team alone sees it, and it says so. */
export function TeamNote({ message, sender, by, actions, children, describedBy }: Props) {
  const { t } = useTexts();
  const ms = timeOf(message);
  const refused = isLocal(message) && message.state === 'failed' && message.error?.code !== WAITS;
  return (
    <article
      className={classes['note']}
      data-message={message.id}
      data-state={message.state}
      aria-label={t('note.by', { name: sender, time: clockTime(ms) })}
      aria-describedby={describedBy}
    >
      <div className={classes['card']}>
        <div className={classes['head']}>
          <IconLock size={14} stroke={1.75} aria-hidden />
          {by}
          <span className={classes['time']}>
            {message.pinned ? <IconPin size={12} stroke={1.5} aria-hidden /> : null}
            <time title={fullTime(ms)} dateTime={new Date(ms).toISOString()}>
              {clockTime(ms)}
            </time>
          </span>
          {actions}
        </div>
        <NoteText text={message.message} mentions={message.mentions ?? []} />
      </div>
      {children}
      {refused ? <EditAgain message={message} /> : null}
    </article>
  );
}
