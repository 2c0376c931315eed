import { ActionIcon, Alert, Button, CopyButton, Group, TextInput, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { fullTime } from '../ui/dates';
import type { PasswordLink } from './model';
import classes from './people.module.css';
import { useTexts } from './texts';

interface Props {
  name: string;
  link: PasswordLink;
  onDone: () => void;
}

/** The link that was made. It is shown here and nowhere else. */
export function LinkPanel({ name, link, onDone }: Props) {
  const { t } = useTexts();
  return (
    <Alert variant="light" title={t('link.title', { name })}>
      <p className={classes['about']}>{t('link.text', { until: fullTime(link.expires_at) })}</p>
      <Group gap="xs" align="flex-end">
        <TextInput
          className={classes['grow'] ?? ''}
          label={t('link.label')}
          value={link.link}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={link.link}>
          {({ copied, copy }) => (
            <Tooltip label={t(copied ? 'link.copied' : 'link.copy')}>
              <ActionIcon variant="default" size={36} onClick={copy} aria-label={t(copied ? 'link.copied' : 'link.copy')}>
                {copied ? <IconCheck size={16} /> : <IconCopy size={16} stroke={1.5} />}
              </ActionIcon>
            </Tooltip>
          )}
        </CopyButton>
      </Group>
      <Group justify="flex-end" mt="md">
        <Button size="xs" onClick={onDone}>
          {t('link.done')}
        </Button>
      </Group>
    </Alert>
  );
}
