import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ArrangeViews } from './ArrangeViews';
import type { ListDoor } from './model';
import { useViews } from './store';
import { useTexts } from './texts';
import { ViewForm } from './ViewForm';

interface Props {
  opened: boolean;
  /** Whether it begins with a new view, or with those there are. */
  begin: 'save' | 'arrange';
  door: ListDoor;
  onClose: () => void;
}

/** Where views are saved, changed, ordered and deleted. */
export function ViewsDialog({ opened, begin, door, onClose }: Props) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const [editing, setEditing] = useState<number | null>(null);
  const known = useViews((state) => state.views.find(({ id }) => id === editing));
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={begin === 'save' ? t('new') : known === undefined ? t('title') : t('edit', { name: known.name })}
      closeButtonProps={{ 'aria-label': common('action.close') }}
    >
      {begin === 'save' ? (
        <ViewForm known={null} door={door} onDone={onClose} />
      ) : known === undefined ? (
        <ArrangeViews onOpen={setEditing} />
      ) : (
        <ViewForm key={known.id} known={known} door={door} onDone={() => setEditing(null)} />
      )}
    </Modal>
  );
}
