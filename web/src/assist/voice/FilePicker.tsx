import '@mantine/dropzone/styles.layer.css';
import { Button } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconMicrophone } from '@tabler/icons-react';
import { useTexts } from './texts';
import classes from './voice.module.css';

/** Where recordings are chosen or dropped. Browsers let everything be chosen in the end, and dropped: what came is looked at by whoever takes it. */
export function FilePicker({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const { t } = useTexts();
  return (
    // The button within it is what the keyboard reaches; its click is the zone's.
    <Dropzone className={classes['dropzone'] ?? ''} multiple activateOnKeyboard={false} enablePointerEvents onDrop={onFiles} inputProps={{ 'aria-label': t('choose'), accept: 'audio/*' }}>
      <IconMicrophone size={28} stroke={1.25} aria-hidden />
      <span className={classes['dropTitle']}>{t('drop')}</span>
      <Button size="xs" variant="default">
        {t('choose')}
      </Button>
      <span className={classes['dim']}>{t('first')}</span>
    </Dropzone>
  );
}
