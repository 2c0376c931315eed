import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import classes from './imports.module.css';
import { useTexts } from './texts';

/** The way from a step to the list. */
export function BackButton({ onClick }: { onClick: () => void }) {
  const { t } = useTexts();
  return (
    <Button className={classes['back'] ?? ''} variant="subtle" size="compact-sm" leftSection={<IconArrowLeft size={14} stroke={1.5} />} onClick={onClick}>
      {t('back')}
    </Button>
  );
}
