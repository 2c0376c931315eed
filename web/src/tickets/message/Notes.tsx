import { ActionIcon, Button, Group, Textarea } from '@mantine/core';
import { IconNote, IconX } from '@tabler/icons-react';
import { useState, type KeyboardEvent } from 'react';
import { asProblem } from '../../api/problem';
import type { Message } from '../../api/types';
import { useSession } from '../../session/store';
import { clockTime, fullTime } from '../../ui/dates';
import { toastError } from '../../ui/toast';
import { useTexts } from '../texts';
import { addNote, removeNote } from './edits';
import classes from './Notes.module.css';

interface Props {
  message: Message;
  adding: boolean;
  onDone: () => void;
}

function NoteForm({ message, onDone }: Omit<Props, 'adding'>) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function save(): Promise<void> {
    if (text.trim() === '' || busy) return;
    setBusy(true);
    try {
      await addNote(message, text.trim());
      onDone();
    } catch (thrown) {
      setFailure(asProblem(thrown).description ?? t('note.failed'));
      setBusy(false);
    }
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onDone();
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      void save();
    }
  }
  return (
    <div className={classes['form']}>
      <Textarea
        autosize
        minRows={1}
        maxRows={8}
        autoFocus
        value={text}
        error={failure}
        disabled={busy}
        maxLength={4000}
        placeholder={t('note.placeholder')}
        aria-label={t('note.label')}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Group gap="xs" justify="flex-end" mt={6}>
        <Button size="compact-xs" variant="default" onClick={onDone}>
          {t('action.cancel', { ns: 'translation' })}
        </Button>
        <Button size="compact-xs" loading={busy} disabled={text.trim() === ''} onClick={() => void save()}>
          {t('action.save', { ns: 'translation' })}
        </Button>
      </Group>
    </div>
  );
}

/** What the team noted at a message. The customer sees none of it. */
export function Notes({ message, adding, onDone }: Props) {
  const { t } = useTexts();
  const me = useSession((state) => state.session);
  const notes = message.notes ?? [];
  if (notes.length === 0 && !adding) return null;
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
                  {note.sender_name || note.sender} · <time title={fullTime(note.ts * 1000)}>{clockTime(note.ts * 1000)}</time>
                </span>
              </div>
              {note.sender === me?.username || me?.isAdmin === true ? (
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
