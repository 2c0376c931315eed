import i18next from 'i18next';
import { createElement } from 'react';
import { create } from 'zustand';

const UNDO_MS = 10_000;

/** Whether the place where toasts show is needed yet. */
export const useToasts = create<{ needed: boolean }>()(() => ({ needed: false }));

async function show(kind: 'success' | 'error' | 'notice', message: string): Promise<void> {
  useToasts.setState({ needed: true });
  const { notifications } = await import('@mantine/notifications');
  notifications.show({
    ...(kind === 'notice' ? {} : { title: i18next.t(`toast.${kind}`) }),
    message,
    color: kind === 'success' ? 'teal' : kind === 'error' ? 'red' : 'gray',
    withBorder: true,
    closeButtonProps: { 'aria-label': i18next.t('action.close') },
  });
}

/** Toasts stay three seconds at the bottom left, three at most. */
export function toastSuccess(message: string): void {
  void show('success', message).catch(() => undefined);
}

export function toastError(message: string): void {
  void show('error', message).catch(() => undefined);
}

/** The way back from what was done last, while it is offered. */
let lastUndo: { run: () => void } | null = null;

/** Takes back what was done last, as its toast offers; false where nothing is offered. */
export function undoLast(): boolean {
  const last = lastUndo;
  last?.run();
  return last !== null;
}

/** Whether something can be taken back. */
export function canUndo(): boolean {
  return lastUndo !== null;
}

/** What was just done, with the way back; it stays longer than others. */
export function toastUndo(message: string, undo: { label: string; run: () => void }): void {
  useToasts.setState({ needed: true });
  const id = `undo-${Date.now()}`;
  let hide: (() => void) | null = null;
  let isUndone = false;
  const withdraw = () => {
    if (lastUndo === offered) lastUndo = null;
  };
  const offered = {
    run: () => {
      isUndone = true;
      withdraw();
      hide?.();
      undo.run();
    },
  };
  // The key takes back at once, also what is not drawn yet: it would take back what came before.
  lastUndo = offered;
  void Promise.all([import('@mantine/notifications'), import('./UndoToast')])
    .then(([{ notifications }, { UndoToast }]) => {
      if (isUndone) return;
      hide = () => void notifications.hide(id);
      notifications.show({
        id,
        message: createElement(UndoToast, { message, label: undo.label, run: offered.run }),
        color: 'teal',
        withBorder: true,
        autoClose: UNDO_MS,
        onClose: withdraw,
        closeButtonProps: { 'aria-label': i18next.t('action.close') },
      });
    })
    .catch(withdraw);
}

/** Something happened that nobody here did, and nothing failed. */
export function toastNotice(message: string): void {
  void show('notice', message).catch(() => undefined);
}
