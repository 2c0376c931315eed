import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The details over the conversation, where there is no room beside it. */
export function DetailsDrawer({ open, onClose, children }: { open: boolean; onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Drawer opened={open} onClose={onClose} position="right" size={320} withCloseButton={false} padding={0} attributes={{ content: { 'aria-label': t('details.title') } }}>
      {children}
    </Drawer>
  );
}
