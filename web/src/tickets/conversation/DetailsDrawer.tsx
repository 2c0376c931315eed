import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  open: boolean;
  /** What it is called where it is not the details. */
  label?: string;
  onClose: () => void;
  children: ReactNode;
}

/** The details, or another panel, over the conversation, where there is no room beside it. */
export function DetailsDrawer({ open, label, onClose, children }: Props) {
  const { t } = useTranslation();
  return (
    <Drawer opened={open} onClose={onClose} position="right" size={320} withCloseButton={false} padding={0} attributes={{ content: { 'aria-label': label ?? t('details.title') } }}>
      {children}
    </Drawer>
  );
}
