import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Attachment } from '../../api/types';
import classes from './Attachments.module.css';

/** A picture over the conversation; a click opens it in full size. */
export function Viewer({ file, onClose }: { file: Attachment; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onClose} size="auto" title={file.filename} closeButtonProps={{ 'aria-label': t('action.close') }}>
      <a href={file.url} target="_blank" rel="noopener noreferrer" aria-label={t('attachment.full', { name: file.filename })}>
        <img src={file.url} alt={file.filename} className={classes['viewed']} />
      </a>
    </Modal>
  );
}
