import type { TFunction } from 'i18next';
import type { Dialog } from '../ui/dialog';
import type { Import } from './types';

/** Confirmation of a deletion: what goes, and what stays. */
export function deletionDialog(t: TFunction, { file_name }: Pick<Import, 'file_name'>, run: () => void): Dialog {
  return {
    title: t('remove_title'),
    text: t('remove_text', { name: file_name }),
    confirm: { label: t('remove_confirm'), danger: true, run },
  };
}
