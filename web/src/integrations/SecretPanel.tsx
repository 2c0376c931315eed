import { ActionIcon, Alert, Button, CopyButton, Group, TextInput, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './integrations.module.css';
import { useTexts } from './texts';

interface Props {
  title: string;
  text: string;
  value: string;
  onDone: () => void;
}

/** What is shown once and kept nowhere. */
export function SecretPanel({ title, text, value, onDone }: Props) {
  const { t } = useTexts();
  return (
    <Alert variant="light" title={title}>
      <p className={classes['about']}>{text}</p>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          className={classes['grow'] ?? ''}
          classNames={{ input: classes['secret'] ?? '' }}
          aria-label={title}
          value={value}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Tooltip label={t(copied ? 'copied' : 'copy')}>
              <ActionIcon variant="default" size={36} onClick={copy} aria-label={t(copied ? 'copied' : 'copy')}>
                {copied ? <IconCheck size={16} /> : <IconCopy size={16} stroke={1.5} />}
              </ActionIcon>
            </Tooltip>
          )}
        </CopyButton>
      </Group>
      <p className={classes['about']}>{t('once')}</p>
      <Group justify="flex-end">
        <Button size="xs" onClick={onDone}>
          {t('done')}
        </Button>
      </Group>
    </Alert>
  );
}
