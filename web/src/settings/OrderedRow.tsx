import { ActionIcon, Switch } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { openDialog } from '../ui/dialog';
import kept from '../ui/settingsList.module.css';
import classes from './orderedRow.module.css';

interface Place {
  /** A change is on its way: until it is done nothing else is begun. */
  busy: boolean;
  /** Its place, and how many there are. */
  at: number;
  of: number;
  onOpen: () => void;
  onSwitch: (enabled: boolean) => void;
  onMove: (by: number) => void;
}

/** What a section's own line is given for its row. */
export interface OrderedLineProps extends Place {
  onRemove: () => void;
}

interface Props extends Omit<Place, 'onSwitch'> {
  /** Absent where it is never off. */
  onSwitch?: Place['onSwitch'];
  name: string;
  /** Small words beside the name. */
  chips?: ReactNode;
  meta: string;
  enabled?: boolean;
  words: { on?: string; up: string; down: string; remove: string };
  /** Deleting it asks first. */
  remove: { title: string; text: string; confirm: string; run: () => void };
}

/** A row of what has an order, the first one first: it opens, is switched on and off, moved, and deleted. */
export function OrderedRow({ name, chips, meta, enabled = true, busy, at, of, words, onOpen, onSwitch, onMove, remove }: Props) {
  const up = useRef<HTMLButtonElement>(null);
  const down = useRef<HTMLButtonElement>(null);
  const pressed = useRef<'up' | 'down' | null>(null);

  // A row that is moved loses the focus; at either end the way back is the one that is left.
  useLayoutEffect(() => {
    const [first, other] = pressed.current === 'down' ? [down, up] : [up, down];
    if (pressed.current !== null) (first.current?.disabled === true ? other : first).current?.focus();
    pressed.current = null;
  }, [at]);
  // What was refused moves nothing, and what moves later is no answer to it.
  useEffect(() => {
    if (!busy) pressed.current = null;
  }, [busy]);

  function move(way: 'up' | 'down'): void {
    if (busy) return;
    pressed.current = way;
    onMove(way === 'up' ? -1 : 1);
  }

  return (
    <li className={`${kept['row'] ?? ''} ${classes['row'] ?? ''}`} data-off={!enabled}>
      <button type="button" className={kept['open']} onClick={onOpen}>
        <span className={kept['name']}>
          <span>{name}</span>
          {chips}
        </span>
        <span className={kept['meta']}>{meta}</span>
      </button>
      <span className={`${kept['side'] ?? ''} ${classes['tools'] ?? ''}`}>
        {onSwitch === undefined ? null : (
          <Switch size="xs" aria-label={words.on} disabled={busy} checked={enabled} onChange={(event) => onSwitch(event.currentTarget.checked)} />
        )}
        {/* Not disabled while a change is on its way, which would lose the focus of the keyboard. */}
        <ActionIcon ref={up} disabled={at === 0} aria-label={words.up} onClick={() => move('up')}>
          <IconArrowUp size={16} stroke={1.5} />
        </ActionIcon>
        <ActionIcon ref={down} disabled={at === of - 1} aria-label={words.down} onClick={() => move('down')}>
          <IconArrowDown size={16} stroke={1.5} />
        </ActionIcon>
        <ActionIcon
          disabled={busy}
          aria-label={words.remove}
          onClick={() => openDialog({ title: remove.title, text: remove.text, confirm: { label: remove.confirm, danger: true, run: remove.run } })}
        >
          <IconTrash size={16} stroke={1.5} />
        </ActionIcon>
      </span>
    </li>
  );
}
