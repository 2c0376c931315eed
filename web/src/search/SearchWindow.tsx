import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { PathOf } from './rows';
import { SearchPanel } from './SearchPanel';
import classes from './search.module.css';
import { useTexts } from './texts';

interface Props {
  open: boolean;
  onClose: () => void;
  pathOf: PathOf;
}

/** Search over everything: half the window up to 800 px, all of a phone. */
export function SearchWindow({ open, onClose, pathOf }: Props) {
  const { t } = useTexts();
  const narrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  return (
    <Modal
      opened={open}
      onClose={onClose}
      title={t('title')}
      size="min(50vw, 800px)"
      fullScreen={narrow}
      centered={false}
      yOffset="8vh"
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{ content: classes['content'] ?? '', header: classes['header'] ?? '', body: classes['window'] ?? '' }}
    >
      <SearchPanel pathOf={pathOf} onOpen={onClose} />
    </Modal>
  );
}
