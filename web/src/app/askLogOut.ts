import i18next from 'i18next';
import { logOut } from '../session/check';
import { openDialog } from '../ui/dialog';

/** Logs out, once that is confirmed. */
export function askLogOut(): void {
  openDialog({
    title: i18next.t('account.log_out'),
    text: i18next.t('account.log_out_confirm'),
    confirm: { label: i18next.t('account.log_out'), run: () => void logOut().catch(() => undefined) },
  });
}
