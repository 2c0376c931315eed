import type { TicketInfo } from '../../api/types';
import { snoozeUntil } from '../acts';
import { TimeDialog } from '../composer/TimeDialog';
import { useTexts } from '../texts';

/** Asks until when a ticket is put aside. */
export function SnoozeDialog({ info, onClose }: { info: TicketInfo; onClose: () => void }) {
  const { t } = useTexts();
  return (
    <TimeDialog
      title={t('snooze.menu')}
      label={t('snooze.field')}
      action={t('snooze.menu')}
      onClose={onClose}
      onChoose={(at) => {
        onClose();
        void snoozeUntil(info, at);
      }}
    />
  );
}
