import { Anchor, Group } from '@mantine/core';
import i18next from 'i18next';
import type { MouseEvent } from 'react';
import { useToasts } from '../ui/toast';
import { say } from './texts';

/** Longer than other toasts. A whisper stays until it is closed: it may ask for something at once. */
const SHOWN_MS = 10_000;

interface Way {
  path: string;
  open: () => void;
}

interface Props {
  text: string;
  /** None to a chat that may not be opened. */
  way: Way | null;
  onLeave: () => void;
}

/** Toasts stand outside the router, so that the link says itself where it goes; in a new tab it goes there as any link. */
function SupervisedToast({ text, way, onLeave }: Props) {
  function follow(event: MouseEvent, open: () => void): void {
    onLeave();
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  }
  return (
    <Group justify="space-between" gap="xs">
      <span style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{text}</span>
      {way === null ? null : (
        <Anchor href={way.path} inherit underline="always" onClick={(event) => follow(event, way.open)}>
          {say('told.open')}
        </Anchor>
      )}
    </Group>
  );
}

/** Toast of what a supervisor does with a live chat of whoever is logged in. */
export async function toastSupervised(text: string, way: Way | null, stays: boolean): Promise<void> {
  useToasts.setState({ needed: true });
  const { notifications } = await import('@mantine/notifications');
  const id: string = notifications.show({
    message: <SupervisedToast way={way} text={text} onLeave={() => void notifications.hide(id)} />,
    color: 'violet',
    withBorder: true,
    autoClose: stays ? false : SHOWN_MS,
    closeButtonProps: { 'aria-label': i18next.t('action.close') },
  });
}
