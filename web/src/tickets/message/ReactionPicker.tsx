import { ActionIcon, Popover } from '@mantine/core';
import { IconMoodPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Message } from '../../api/types';
import { asProblem } from '../../api/problem';
import { problemText } from '../../ui/ErrorPlace';
import { toastError } from '../../ui/toast';
import { react } from './edits';
import classes from './Reactions.module.css';
import { USUAL } from './reactions';

interface Props {
  message: Message;
  /** The emoji the channel takes; none named means any. */
  allowed: readonly string[];
}

export function ReactionPicker({ message, allowed }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const choices = allowed.length === 0 ? USUAL : allowed.slice(0, 24);
  function choose(emoji: string) {
    setOpen(false);
    react(message, emoji).catch((thrown: unknown) => toastError(problemText(asProblem(thrown), t)));
  }
  return (
    <Popover opened={open} onChange={setOpen} position="top" trapFocus>
      <Popover.Target>
        <ActionIcon size="sm" onClick={() => setOpen(!open)} aria-label={t('reaction.add')} aria-expanded={open}>
          <IconMoodPlus size={15} stroke={1.5} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <div className={classes['picker']} role="group" aria-label={t('reaction.add')}>
          {choices.map((emoji) => (
            <button key={emoji} type="button" onClick={() => choose(emoji)} aria-label={t('reaction.put', { emoji })}>
              {emoji}
            </button>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
