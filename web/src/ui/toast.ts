import i18next from 'i18next';
import { create } from 'zustand';

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
  });
}

/** Toasts stay three seconds at the bottom left, three at most. */
export function toastSuccess(message: string): void {
  void show('success', message).catch(() => undefined);
}

export function toastError(message: string): void {
  void show('error', message).catch(() => undefined);
}

/** Something happened that nobody here did, and nothing failed. */
export function toastNotice(message: string): void {
  void show('notice', message).catch(() => undefined);
}
