import { Button, Group, Textarea } from '@mantine/core';
import { useRef, useState, type KeyboardEvent } from 'react';
import { asProblem } from '../../api/problem';
import type { Message } from '../../api/types';
import { isComposing, isEnter } from '../../ui/enter';
import { releaseFocus, returnFocus } from '../../ui/savingFocus';
import { useTexts } from '../texts';
import { addNote } from './edits';
import classes from './Notes.module.css';

/** Where a note is written. */
export function NoteForm({ message, onDone }: { message: Message; onDone: () => void }) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);

  async function save(): Promise<void> {
    if (text.trim() === '' || busy) return;
    setBusy(true);
    releaseFocus(field.current);
    try {
      await addNote(message, text.trim());
      onDone();
    } catch (thrown) {
      setFailure(asProblem(thrown).description ?? t('note.failed'));
      setBusy(false);
      returnFocus(field.current);
    }
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return;
    if (event.key === 'Escape') onDone();
    if (isEnter(event) && !event.shiftKey) {
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
        ref={field}
        value={text}
        error={failure}
        readOnly={busy}
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
