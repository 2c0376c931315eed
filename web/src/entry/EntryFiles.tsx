import { ActionIcon, Button, FileButton } from '@mantine/core';
import { IconFile, IconPaperclip, IconX } from '@tabler/icons-react';
import { byteSize } from '../ui/bytes';
import classes from './entry.module.css';
import { FILES_MAX } from './model';
import { useTexts } from './texts';

interface Props {
  files: readonly File[];
  problem: string | undefined;
  onFiles: (files: readonly File[]) => void;
}

/** What came along: a letter that was scanned, a picture that was shown. */
export function EntryFiles({ files, problem, onFiles }: Props) {
  const { t } = useTexts();
  return (
    <div className={classes['files']}>
      {files.length === 0 ? null : (
        <ul aria-label={t('files')}>
          {files.map((file) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`}>
              <IconFile size={16} stroke={1.5} aria-hidden />
              <span>{file.name}</span>
              <small>{byteSize(file.size)}</small>
              <ActionIcon size="sm" aria-label={t('remove_file', { name: file.name })} onClick={() => onFiles(files.filter((one) => one !== file))}>
                <IconX size={14} stroke={1.5} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <FileButton multiple onChange={(chosen) => onFiles([...files, ...chosen])}>
        {(props) => (
          <Button
            {...props}
            size="xs"
            variant="default"
            disabled={files.length >= FILES_MAX}
            leftSection={<IconPaperclip size={16} stroke={1.5} />}
          >
            {t('attach')}
          </Button>
        )}
      </FileButton>
      {problem === undefined ? null : (
        <p role="alert" className={classes['failure']}>
          {problem}
        </p>
      )}
    </div>
  );
}
