import { notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCheck } from '@tabler/icons-react';
import i18next from 'i18next';

/** Toasts stay three seconds at the bottom left, three at most; the provider sees to that. */
export function toastSuccess(message: string): void {
  notifications.show({ title: i18next.t('toast.success'), message, color: 'teal', icon: <IconCheck size={16} /> });
}

export function toastError(message: string): void {
  notifications.show({ title: i18next.t('toast.error'), message, color: 'red', icon: <IconAlertCircle size={16} /> });
}
