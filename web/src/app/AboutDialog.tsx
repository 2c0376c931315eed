import { Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../api/variant';
import { BrandMark } from '../ui/BrandMark';
import { closeAbout, useOverlays } from './overlays';
import { VERSION } from './version';

/** Who made the product and which build this is, over any screen. */
export function AboutDialog() {
  const { t } = useTranslation();
  const open = useOverlays((state) => state.about === 'open');
  const product = useProduct();
  return (
    <Modal opened={open} onClose={closeAbout} title={t('account.about')} closeButtonProps={{ 'aria-label': t('action.close') }}>
      <Stack align="center" gap="xs" pb="md" ta="center">
        <BrandMark size={44} />
        <Text fw={600} fz={20}>
          {product}
        </Text>
        <Text c="var(--pb-dim)">{t('about.maker', { product })}</Text>
        <Text c="var(--pb-dim)">{t('about.version', { version: VERSION })}</Text>
      </Stack>
    </Modal>
  );
}
