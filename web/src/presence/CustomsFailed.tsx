import { Button, Group, Modal } from '@mantine/core';
import { useTexts } from './texts';

/** Says that the client's own statuses did not come; however it is left, the page loads anew. */
export function CustomsFailed({ reload = () => window.location.reload() }: { reload?: () => void }) {
  const { t } = useTexts();
  return (
    <Modal opened onClose={reload} title={t('customs_failed_title')} withCloseButton={false}>
      <div role="alert">{t('customs_failed')}</div>
      <Group justify="flex-end" mt="lg">
        <Button size="xs" data-autofocus onClick={reload}>
          {t('reload')}
        </Button>
      </Group>
    </Modal>
  );
}
