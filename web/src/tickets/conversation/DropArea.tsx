import '@mantine/dropzone/styles.layer.css';
import { Dropzone } from '@mantine/dropzone';
import { useTranslation } from 'react-i18next';
import classes from './DropArea.module.css';

/** Files dragged anywhere over the window are meant for the open conversation. */
export function DropArea({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation();
  return (
    <Dropzone.FullScreen onDrop={onFiles} multiple zIndex={250} withinPortal={false}>
      <div className={classes['drop']}>{t('composer.drop')}</div>
    </Dropzone.FullScreen>
  );
}
