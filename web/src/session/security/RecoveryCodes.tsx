import { Alert, Button, Group } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useMe } from '../store';
import classes from './security.module.css';
import { useTexts } from './texts';

/** The codes, this once; on paper or in a file they outlive a lost phone. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTexts();
  const { username } = useMe();
  const text = `${codes.join('\n')}\n`;

  function download(): void {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = `patchbay-recovery-codes-${username}.txt`;
    link.click();
    URL.revokeObjectURL(address);
  }

  return (
    <div>
      <Alert color="yellow" variant="light" title={t('codes.title')}>
        {t('codes.text')}
      </Alert>
      <ol className={classes['codes']} aria-label={t('codes.label')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Group gap="xs">
        <Button size="xs" variant="default" leftSection={<IconDownload size={14} stroke={1.5} />} onClick={download}>
          {t('codes.download')}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCopy size={14} stroke={1.5} />}
          onClick={() => void navigator.clipboard.writeText(text).catch(() => undefined)}
        >
          {t('codes.copy')}
        </Button>
        <Button size="xs" onClick={onDone}>
          {t('codes.done')}
        </Button>
      </Group>
    </div>
  );
}
