import { ActionIcon, CopyButton, TextInput, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react';
import { useTexts } from '../texts';
import classes from './parts.module.css';

interface Props {
  label: string;
  hint: string;
  value: string;
  /** The address may be looked at in a new tab. */
  openable?: boolean;
}

export function CopyField({ label, hint, value, openable = false }: Props) {
  const { t } = useTexts();
  return (
    <div className={classes['copy']}>
      <TextInput
        className={classes['grow'] ?? ''}
        label={label}
        description={hint}
        value={value}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Tooltip label={t(copied ? 'copy.copied' : 'copy.copy')}>
            <ActionIcon
              variant="default"
              size={36}
              onClick={copy}
              aria-label={`${t(copied ? 'copy.copied' : 'copy.copy')}: ${label}`}
            >
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} stroke={1.5} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
      {openable ? (
        <Tooltip label={t('copy.open')}>
          <ActionIcon
            component="a"
            href={value}
            target="_blank"
            rel="noopener"
            variant="default"
            size={36}
            aria-label={t('copy.open')}
          >
            <IconExternalLink size={16} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      ) : null}
    </div>
  );
}
