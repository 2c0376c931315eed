import { Alert, Button, Progress } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconAlertTriangle, IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../api/problem';
import { StepHeading } from '../settings/StepHeading';
import { byteSize } from '../ui/bytes';
import { problemText } from '../ui/ErrorPlace';
import { FileDrop } from '../ui/FileDrop';
import { BackButton } from './BackButton';
import { calls } from './calls';
import classes from './imports.module.css';
import { FILE_BYTES_MAX, templateAddress } from './model';
import { putDetail } from './queries';
import { useTexts } from './texts';
import type { ImportKind } from './types';

interface Props {
  kind: ImportKind;
  follows: boolean;
  onMade: (id: number) => void;
  onBack: () => void;
}

interface Upload {
  name: string;
  share: number;
}

/** The first step of an import: its file is dropped or chosen, and goes up at once. */
export function FileStep({ kind, follows, onMade, onBack }: Props) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const client = useQueryClient();
  const [upload, setUpload] = useState<Upload | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  async function send(file: File): Promise<void> {
    const mine = new AbortController();
    abort.current = mine;
    setFailure(null);
    setUpload({ name: file.name, share: 0 });
    try {
      const detail = await calls.upload(kind, file, (share) => setUpload((now) => now && { ...now, share }), mine.signal);
      putDetail(client, detail);
      onMade(detail.import.id);
    } catch (thrown) {
      if (mine.signal.aborted) return;
      setFailure(problemText(asProblem(thrown), common));
      setUpload(null);
    }
  }

  function reject(codes: readonly string[]): void {
    setFailure(codes.includes('file-too-large') ? t('file.too_large', { size: byteSize(FILE_BYTES_MAX) }) : t('file.one'));
  }

  return (
    <div className={classes['page']}>
      <BackButton onClick={onBack} />
      <StepHeading step={upload === null ? kind : `${kind}-upload`} follows={follows}>
        {t(`start.${kind}`)}
      </StepHeading>
      <p className={classes['about']}>{t('file.lead', { size: byteSize(FILE_BYTES_MAX) })}</p>
      <div className={classes['buttons']}>
        <Button component="a" href={templateAddress(kind)} download variant="default" size="xs" leftSection={<IconDownload size={14} stroke={1.5} />}>
          {t('file.template')}
        </Button>
        <span className={classes['dim']}>{t('file.template_hint')}</span>
      </div>
      <FileDrop
        icon={<IconFileSpreadsheet size={28} stroke={1.25} aria-hidden />}
        title={t('file.drop')}
        choose={t('file.choose')}
        multiple={false}
        maxSize={FILE_BYTES_MAX}
        disabled={upload !== null}
        onDrop={([file]) => {
          if (file) void send(file);
        }}
        onReject={(files) => reject(files.flatMap(({ errors }) => errors.map(({ code }) => code)))}
      />
      {upload === null ? null : (
        <div className={classes['upload']} role="status">
          <p className={classes['line']}>
            <span>{upload.name}</span>
            <span className={classes['dim']}>{t(upload.share < 1 ? 'file.uploading' : 'file.reading')}</span>
          </p>
          <Progress value={upload.share * 100} size={6} animated={upload.share >= 1} aria-label={t('file.progress', { name: upload.name })} />
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              abort.current?.abort();
              setUpload(null);
            }}
          >
            {common('action.cancel')}
          </Button>
        </div>
      )}
      {failure === null ? null : (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size={16} />} title={t('file.refused')}>
          {failure}
        </Alert>
      )}
    </div>
  );
}
