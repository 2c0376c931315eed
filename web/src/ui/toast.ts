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
  void Promise.all([import('@mantine/notifications'), import('./UndoToast')])
    .then(([{ notifications }, { UndoToast }]) => {
      const id = `undo-${Date.now()}`;
      const run = () => {
        if (lastUndo === offered) lastUndo = null;
        notifications.hide(id);
        undo.run();
      };
      const offered = { run };
      lastUndo = offered;
      notifications.show({
        id,
        message: createElement(UndoToast, { message, label: undo.label, run }),
        color: 'teal',
        withBorder: true,
        autoClose: UNDO_MS,
        onClose: () => {
          if (lastUndo === offered) lastUndo = null;
        },
        closeButtonProps: { 'aria-label': i18next.t('action.close') },
      });
    })
    .catch(() => undefined);
}

/** Something happened that nobody here did, and nothing failed. */
export function toastNotice(message: string): void {
  void show('notice', message).catch(() => undefined);
}
