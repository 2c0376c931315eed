import { ActionIcon } from '@mantine/core';
import { IconNote, IconX } from '@tabler/icons-react';
import { useAgents } from '../../api/agents';
import type { Message } from '../../api/types';
import { useAbilities } from '../../session/abilities';
import { useSession } from '../../session/store';
import { clockTime, fullTime } from '../../ui/dates';
import { toastError } from '../../ui/toast';
import { useTexts } from '../texts';
import { removeNote } from './edits';
import { NoteForm } from './NoteForm';
import classes from './Notes.module.css';
import { senderName } from './senderName';

interface Props {
  message: Message;
  adding: boolean;
  onDone: () => void;
}

/** What the team noted at a message. The customer sees none of it. */
export function Notes({ message, adding, onDone }: Props) {
  const { t } = useTexts();
  const me = useSession((state) => state.session);
  const names = useAgents((state) => state.names);
  const { notes: writes } = useAbilities();
  const notes = message.notes ?? [];
  return (
    <div className={classes['notes']}>
      {notes.length === 0 ? null : (
        <ul aria-label={t('note.list')}>
          {notes.map((note) => (
            <li key={note.id}>
              <IconNote size={14} stroke={1.5} aria-hidden />
              <div>
                <p dir="auto">{note.text}</p>
                <span>
                  {senderName(note, names)} · <time title={fullTime(note.ts * 1000)}>{clockTime(note.ts * 1000)}</time>
                </span>
              </div>
              {writes && (note.sender === me?.username || me?.isAdmin === true) ? (
                <ActionIcon
                  size="xs"
                  aria-label={t('note.remove')}
                  onClick={() => void removeNote(message, note.id).catch(() => toastError(t('note.failed')))}
                >
                  <IconX size={13} stroke={1.5} />
                </ActionIcon>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {adding ? <NoteForm message={message} onDone={onDone} /> : null}
    </div>
  );
}
