import { Button, Progress } from '@mantine/core';
import { useRef } from 'react';
import { useTexts } from './texts';
import { useFocusIfLost } from './useFocusIfLost';
import classes from './voice.module.css';

/** A recording on its way, and then with the helper. */
export function Sending({ name, share, onCancel }: { name: string; share: number; onCancel: () => void }) {
  const { t } = useTexts();
  const cancel = useRef<HTMLButtonElement>(null);
  useFocusIfLost(cancel);
  const isThere = share >= 1;
  return (
    <div className={classes['sending']}>
      <p className={classes['line']} role="status">
        <span>{name}</span> <span className={classes['dim']}>{t(isThere ? 'listening' : 'uploading')}</span>
      </p>
      <Progress value={share * 100} size={6} animated={isThere} aria-label={t('progress', { name })} />
      <Button ref={cancel} size="compact-xs" variant="default" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </div>
  );
}
