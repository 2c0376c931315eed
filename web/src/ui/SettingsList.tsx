import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { openDialog } from './dialog';
import classes from './settingsList.module.css';
import { useLate } from './useLate';

/** What a list of kept things is for, and beside it the way to another one. */
export function SettingsListHead({ about, children }: { about: string; children: ReactNode }) {
  return (
    <div className={classes['top']}>
      <p>{about}</p>
      {children}
    </div>
  );
}

interface RowProps {
  name: ReactNode;
  meta: string;
  /** What does not fit into a line goes on in the next. */
  wraps?: boolean;
  /** Small words beside the name. */
  chips?: ReactNode;
  onOpen: () => void;
  /** This person may look at it and not open it. */
  disabled?: boolean;
  /** Absent where this person may not delete it. */
  remove?: { label: string; title: string; text: string; confirm: string; run: () => void };
}

/** One kept thing: the whole row opens it, and deleting it asks first. */
export function SettingsListRow({ name, meta, wraps = false, chips, onOpen, disabled = false, remove }: RowProps) {
  return (
    <li className={classes['row']} data-wraps={wraps || undefined}>
      <button type="button" className={classes['open']} disabled={disabled} onClick={onOpen}>
        <span className={classes['name']}>
          <span>{name}</span>
          {chips}
        </span>
        <span className={classes['meta']}>{meta}</span>
      </button>
      {remove === undefined ? null : (
        <ActionIcon
          className={classes['side'] ?? ''}
          aria-label={remove.label}
          onClick={() =>
            openDialog({
              title: remove.title,
              text: remove.text,
              confirm: { label: remove.confirm, danger: true, run: remove.run },
            })
          }
        >
          <IconTrash size={16} stroke={1.5} />
        </ActionIcon>
      )}
    </li>
  );
}

export function Chip({ children, tone }: { children: ReactNode; tone?: 'good' | 'warn' | 'bad' }) {
  return (
    <span className={classes['chip']} data-tone={tone}>
      {children}
    </span>
  );
}

/** The shape of a list that is still on its way. */
export function SettingsListSkeleton({ label }: { label: string }) {
  const late = useLate(true);
  return (
    <div aria-busy aria-label={label} role="status">
      {late ? [0, 1, 2].map((line) => <Skeleton key={line} height={52} radius="sm" mb={6} />) : null}
    </div>
  );
}

interface FootProps {
  texts: { save: string; cancel: string };
  busy: boolean;
  failure: string | null;
  /** Null where there is nothing to leave or to take back. */
  onCancel: (() => void) | null;
  disabled?: boolean;
}

/** The end of a form: what went wrong, and the two ways out. */
export function FormFoot({ texts, busy, failure, onCancel, disabled = false }: FootProps) {
  return (
    <div className={classes['foot']}>
      {failure === null ? null : (
        <p role="alert" className={classes['failure']}>
          {failure}
        </p>
      )}
      <span className={classes['space']} />
      {onCancel === null ? null : (
        <Button variant="default" size="xs" disabled={busy} onClick={onCancel}>
          {texts.cancel}
        </Button>
      )}
      <Button type="submit" size="xs" loading={busy} disabled={disabled}>
        {texts.save}
      </Button>
    </div>
  );
}
