import { IconMicrophone } from '@tabler/icons-react';
import { FileDrop } from '../../ui/FileDrop';
import { useTexts } from './texts';

/** Where recordings are chosen or dropped. Browsers let everything be chosen in the end, and dropped: what came is looked at by whoever takes it. */
export function FilePicker({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const { t } = useTexts();
  const icon = <IconMicrophone size={28} stroke={1.25} aria-hidden />;
  return <FileDrop icon={icon} title={t('drop')} choose={t('choose')} hint={t('first')} multiple onDrop={onFiles} inputProps={{ accept: 'audio/*' }} />;
}
