import { ActionIcon, CopyButton, TextInput, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './copyInput.module.css';
import type { CopyWords } from './words';

interface Props {
  /** What it is called: seen, or for screen readers alone. */
  label: { seen: string } | { read: string };
  value: string;
  words: CopyWords;
}

/** A value to take elsewhere: selected by a click, copied by the button beside it. */
export function CopyInput({ label, value, words }: Props) {
  return (
    <div className={classes['line']}>
      <TextInput
        className={classes['grow'] ?? ''}
        classNames={{ input: classes['code'] ?? '' }}
        {...('seen' in label ? { label: label.seen } : { 'aria-label': label.read })}
        value={value}
        readOnly
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? words.copied : words.copy}>
            <ActionIcon variant="default" size={36} onClick={copy} aria-label={copied ? words.copied : words.copy}>
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} stroke={1.5} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </div>
  );
}
