import { Anchor, Group } from '@mantine/core';
import i18next from 'i18next';
import type { MouseEvent } from 'react';
import { useToasts } from '../ui/toast';
import { say } from './texts';

/** Longer than other toasts: a visitor is there and waits for an answer. */
const SHOWN_MS = 10_000;

interface Way {
  path: string;
  open: () => void;
}

interface Props extends Way {
  text: string;
  onLeave: () => void;
}

/** Toasts stand outside the router, so that the link says itself where it goes; in a new tab it goes there as any link. */
function GivenToast({ text, path, open, onLeave }: Props) {
  function follow(event: MouseEvent): void {
    onLeave();
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  }
  return (
    <Group justify="space-between" gap="xs">
      <span>{text}</span>
      <Anchor href={path} inherit underline="always" onClick={follow}>
        {say('given.open')}
      </Anchor>
    </Group>
  );
}

/** Toast of a visitor who was given without asking, with the way to the live chats. */
export async function toastGiven(text: string, way: Way): Promise<void> {
  useToasts.setState({ needed: true });
  const { notifications } = await import('@mantine/notifications');
  const id: string = notifications.show({
    message: <GivenToast {...way} text={text} onLeave={() => void notifications.hide(id)} />,
    color: 'teal',
    withBorder: true,
    autoClose: SHOWN_MS,
    closeButtonProps: { 'aria-label': i18next.t('action.close') },
  });
}
