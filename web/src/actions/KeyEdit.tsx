import { ActionIcon, Button } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { isComposing } from '../ui/enter';
import { AllCaps, Caps } from './Caps';
import { conflictsOf, keysOf, resetKey, setKey, useKeymap } from './keymap';
import { isChord, pressOf } from './press';
import { nameOf } from './registry';
import classes from './Shortcuts.module.css';
import { useTexts } from './texts';
import type { Action } from './types';

/** How long a second key is waited for. */
const SECOND_MS = 900;

/** Takes the next key that is pressed, or two after one another. */
function Recorder({ action, onDone }: { action: Action; onDone: () => void }) {
  const { t } = useTexts();
  const [pressed, setPressed] = useState<readonly string[]>([]);
  const [ended, setEnded] = useState(false);
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const keys = pressed.join(' ');
  const conflicts = ended ? conflictsOf(action, keys) : [];
  const mute = ended && action.typing === true && !isChord(keys);

  function finish(next: readonly string[]) {
    const line = next.join(' ');
    window.clearTimeout(timer.current);
    setEnded(true);
    if (conflictsOf(action, line).length > 0 || (action.typing === true && !isChord(line))) return;
    setKey(action, line);
    onDone();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event) || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') {
      onDone();
      return;
    }
    const press = pressOf(event.nativeEvent);
    if (press === null || event.repeat) return;
    const next = ended || pressed.length === 2 ? [press] : [...pressed, press];
    setPressed(next);
    setEnded(false);
    window.clearTimeout(timer.current);
    if (next.length === 2 || isChord(press)) finish(next);
    else timer.current = window.setTimeout(() => finish(next), SECOND_MS);
  }

  return (
    <span className={classes['recorder']}>
      <span ref={(place) => place?.focus()} tabIndex={0} role="textbox" aria-label={t('edit.press')} className={classes['field']} onKeyDown={onKeyDown}>
        {pressed.length === 0 ? t('edit.press') : <Caps keys={keys} />}
      </span>
      {conflicts.length > 0 ? (
        <span role="alert" className={classes['conflict']}>
          {t('edit.taken', { names: conflicts.map((other) => nameOf(other, null)).join(', ') })}
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              setKey(action, keys, conflicts);
              onDone();
            }}
          >
            {t('edit.replace')}
          </Button>
        </span>
      ) : mute ? (
        <span role="alert" className={classes['conflict']}>
          {t('edit.typing')}
        </span>
      ) : (
        <span className={classes['hint']}>{t('edit.press_hint')}</span>
      )}
      <Button size="compact-xs" variant="subtle" color="gray" onClick={onDone}>
        {t('edit.cancel')}
      </Button>
    </span>
  );
}

/** The keys of an action, to be changed or set back. */
export function KeyEdit({ action }: { action: Action }) {
  const { t } = useTexts();
  const changed = useKeymap((state) => state.chosen[action.id] !== undefined);
  const keys = useKeymap((state) => keysOf(action, state.chosen));
  const [recording, setRecording] = useState(false);
  const name = nameOf(action, null);
  if (recording) return <Recorder action={action} onDone={() => setRecording(false)} />;
  return (
    <>
      <button type="button" className={classes['change']} onClick={() => setRecording(true)}>
        <span className="pb-unseen">{t('edit.key', { name })} </span>
        <AllCaps keys={keys} />
      </button>
      {changed ? (
        <ActionIcon size="sm" aria-label={t('edit.reset', { name })} onClick={() => resetKey(action)}>
          <IconRestore size={15} stroke={1.5} />
        </ActionIcon>
      ) : null}
    </>
  );
}
