import { useTexts } from '../../texts';
import { ExtensionDialog } from '../ExtensionDialog';
import type { Problem } from '../../../api/problem';

/** Asks whose telephone shall ring, where this browser does not know it yet. */
export function AnswerDialog({ onClose, onChoose }: { onClose: () => void; onChoose: (extension: string) => Promise<Problem | null> }) {
  const { t } = useTexts();
  return (
    <ExtensionDialog
      title={t('call.answer_title')}
      label={t('call.extension')}
      description={t('call.extension_help')}
      action={t('call.answer_do')}
      value=""
      onClose={onClose}
      onChoose={onChoose}
    />
  );
}
