import { CloseButton, Progress } from '@mantine/core';
import { IconAlertCircle, IconFile } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { SendRules } from '../../api/types';
import { byteSize } from '../../ui/bytes';
import { problemText } from '../../ui/ErrorPlace';
import classes from './Files.module.css';
import { maxBytes } from './fileRules';
import type { PendingFile } from './uploads';

interface Props {
  files: readonly PendingFile[];
  rules: SendRules;
  onRemove: (key: string) => void;
}

function useTrouble(): (file: PendingFile, rules: SendRules) => string | null {
  const { t } = useTranslation();
  return (file, rules) => {
    if (file.problem !== null) return problemText(file.problem, t);
    switch (file.refused) {
      case 'too_many':
        return t('composer.too_many', { count: rules.attachments_max });
      case 'too_large':
        return t('composer.too_large', { size: byteSize(maxBytes(file.mime || 'application/octet-stream', rules)) });
      case 'type':
        return t('composer.bad_type');
      case null:
        return null;
    }
  };
}

/** The files of the answer being written, with their way to the server. */
export function Files({ files, rules, onRemove }: Props) {
  const { t } = useTranslation();
  const troubleOf = useTrouble();
  return (
    <ul className={classes['files']} aria-label={t('composer.files')}>
      {files.map((file) => {
        const trouble = troubleOf(file, rules);
        return (
          <li key={file.key} className={classes['file']} data-trouble={trouble !== null || undefined}>
            {file.preview === null ? (
              <span className={classes['icon']} aria-hidden>
                {trouble === null ? <IconFile size={18} stroke={1.5} /> : <IconAlertCircle size={18} stroke={1.5} />}
              </span>
            ) : (
              <img src={file.preview} alt="" className={classes['preview']} />
            )}
            <span className={classes['text']}>
              <span className={classes['name']}>{file.name}</span>
              <span className={classes['size']} role={trouble === null ? undefined : 'alert'}>
                {trouble ?? byteSize(file.size)}
              </span>
              {trouble === null && file.done === null ? (
                <Progress value={file.progress * 100} size={3} aria-label={t('composer.uploading', { name: file.name })} />
              ) : null}
            </span>
            <CloseButton size="xs" onClick={() => onRemove(file.key)} aria-label={t('composer.remove_file', { name: file.name })} />
          </li>
        );
      })}
    </ul>
  );
}
