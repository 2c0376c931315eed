import { Button, Group, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { closeDialog, useDialog } from './dialog';

/** The window of whatever is asked or told. */
export function DialogWindow() {
  const { t } = useTranslation();
  const dialog = useDialog((state) => state.dialog);
  const open = useDialog((state) => state.open);
  const confirm = dialog?.confirm;
  return (
    <Modal
      opened={open}
      onClose={closeDialog}
      title={dialog?.title}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {dialog?.text}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" size="xs" onClick={closeDialog}>
          {t(confirm === undefined ? 'action.close' : 'action.cancel')}
        </Button>
        {confirm === undefined ? null : (
          <Button
            size="xs"
            data-autofocus
            {...(confirm.danger ? { color: 'red' } : {})}
            onClick={() => {
              closeDialog();
              confirm.run();
            }}
          >
            {confirm.label}
          </Button>
        )}
      </Group>
    </Modal>
  );
}
