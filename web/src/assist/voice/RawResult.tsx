import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { UploadedVoice } from '../types';
import { Part } from './Part';
import { useTexts } from './texts';
import classes from './voice.module.css';

/** The answer as it came, to be read by whoever wants every number of it, and copied. */
export function RawResult({ voice }: { voice: UploadedVoice }) {
  const { t } = useTexts();
  const text = JSON.stringify(voice, null, 2);
  return (
    <Part
      title={t('raw.title')}
      aside={
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="subtle" size="compact-xs" leftSection={copied ? <IconCheck size={14} stroke={1.5} /> : <IconCopy size={14} stroke={1.5} />} onClick={copy}>
              {t(copied ? 'raw.copied' : 'raw.copy')}
            </Button>
          )}
        </CopyButton>
      }
    >
      {/* Scrolled with the keys as well. */}
      <pre className={classes['raw']} role="group" aria-label={t('raw.title')} tabIndex={0}>
        {text}
      </pre>
    </Part>
  );
}
