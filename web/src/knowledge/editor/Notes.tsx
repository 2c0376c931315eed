import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../texts';
import type { Writer } from '../types';
import classes from './editor.module.css';

function Note({ words, role, children }: { words: string; role: 'alert' | 'note'; children: ReactNode }) {
  return (
    <div className={classes['note']} role={role}>
      <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
      <p>{words}</p>
      {children}
    </div>
  );
}

/** Somebody else saved while one was writing: neither text goes without being asked for. */
export function ConflictNote({ by, onKeep, onTake }: { by: Writer | null; onKeep: () => void; onTake: () => void }) {
  const { t } = useTexts();
  const name = by === null ? t('somebody') : by.name || by.username;
  return (
    <Note role="alert" words={t('conflict', { name })}>
      <Button size="compact-xs" variant="default" onClick={onKeep}>
        {t('keep_own')}
      </Button>
      <Button size="compact-xs" variant="default" onClick={onTake}>
        {t('take_theirs')}
      </Button>
    </Note>
  );
}

/** The source went on since this language followed it. */
export function SourceNote({ onSource, onStillRight }: { onSource: () => void; onStillRight?: () => void }) {
  const { t } = useTexts();
  return (
    <Note role="note" words={t('source_changed_text')}>
      <Button size="compact-xs" variant="default" onClick={onSource}>
        {t('source_show')}
      </Button>
      {onStillRight === undefined ? null : (
        <Button size="compact-xs" variant="default" onClick={onStillRight}>
          {t('source_still_right')}
        </Button>
      )}
    </Note>
  );
}
