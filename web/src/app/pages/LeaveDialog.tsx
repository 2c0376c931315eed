import { Button, Group, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useTexts } from '../../contacts/texts';

/** Nobody loses what was typed by a click beside the form. */
export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  return (
    <Modal opened onClose={onStay} title={t('leave_title')} closeButtonProps={{ 'aria-label': common('action.close') }}>
      {t('leave_text')}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" size="xs" data-autofocus onClick={onStay}>
          {common('action.cancel')}
        </Button>
        <Button color="red" size="xs" onClick={onLeave}>
          {t('leave')}
        </Button>
      </Group>
    </Modal>
  );
}
