import '@mantine/dropzone/styles.layer.css';
import { Alert, Button, Progress } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconAlertTriangle, IconPackageImport } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { asProblem } from '../../api/problem';
import { byteSize } from '../../ui/bytes';
import { problemText } from '../../ui/ErrorPlace';
import { calls } from '../calls';
import type { PackageView } from '../model';
import classes from '../plugins.module.css';
import { useTexts } from '../texts';

/** The most bytes a package may have; the server refuses larger ones as well. */
const MAX_BYTES = 48 * 1_048_576;

interface Sending {
  name: string;
  size: number;
  share: number;
}

/** Drop a package or choose it; the way up is shown and can be stopped. */
export function UploadPlace({ onArrived }: { onArrived: (view: PackageView) => void }) {
  const { t } = useTexts();
  const [sending, setSending] = useState<Sending | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  async function send(file: File): Promise<void> {
    const mine = new AbortController();
    abort.current = mine;
    setFailure(null);
    setSending({ name: file.name, size: file.size, share: 0 });
    try {
      onArrived(await calls.upload(file, (share) => setSending((now) => (now === null ? null : { ...now, share })), mine.signal));
    } catch (thrown) {
      if (mine.signal.aborted) return;
      setFailure(problemText(asProblem(thrown), (key) => t(key, { ns: 'translation' })));
    }
    setSending(null);
  }

  function refused(reasons: readonly string[]): void {
    setFailure(t(reasons.includes('file-too-large') ? 'install.too_large' : 'install.one_file', { size: byteSize(MAX_BYTES) }));
  }

  return (
    <div className={classes['upload']}>
      <Dropzone
        className={classes['dropzone'] ?? ''}
        multiple={false}
        maxSize={MAX_BYTES}
        disabled={sending !== null}
        onDrop={([file]) => {
          if (file) void send(file);
        }}
        onReject={(files) => refused(files.flatMap(({ errors }) => errors.map(({ code }) => code)))}
        inputProps={{ 'aria-label': t('install.choose') }}
      >
        <IconPackageImport size={28} stroke={1.25} aria-hidden />
        <span className={classes['dropTitle']}>{t('install.drop')}</span>
        <span className={classes['dim']}>{t('install.drop_hint', { size: byteSize(MAX_BYTES) })}</span>
      </Dropzone>
      {sending === null ? null : (
        <div className={classes['sending']} role="status">
          <div className={classes['sendingWords']}>
            <span>{sending.name}</span>
            <span className={classes['dim']}>{t(sending.share < 1 ? 'install.sending' : 'install.checking')}</span>
          </div>
          <Progress
            value={sending.share * 100}
            size={4}
            animated={sending.share >= 1}
            aria-label={t('install.progress', { name: sending.name })}
          />
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              abort.current?.abort();
              setSending(null);
            }}
          >
            {t('action.cancel', { ns: 'translation' })}
          </Button>
        </div>
      )}
      {failure === null ? null : (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size={16} />} title={t('install.refused')}>
          {failure}
        </Alert>
      )}
    </div>
  );
}
