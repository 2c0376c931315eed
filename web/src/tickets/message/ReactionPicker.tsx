import { ActionIcon } from '@mantine/core';
import { IconMoodPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { offered, useCustomEmoji } from '../../api/emoji';
import type { Message } from '../../api/types';
import { asProblem } from '../../api/problem';
import { useSession } from '../../session/store';
import { problemText } from '../../ui/ErrorPlace';
import { Popover } from '../../ui/Popover';
import { toastError } from '../../ui/toast';
import { useTexts } from '../texts';
import { EmojiMark } from './EmojiMark';
import { react, reactForTeam } from './edits';
import classes from './Reactions.module.css';
import { USUAL } from './reactions';

interface Props {
  message: Message;
  /** The emoji the channel takes from us; none named means any, and null that it takes none. */
  allowed: readonly string[] | null;
}

/** What can be put on a message: what its customer gets to see, and the desk's own for the team. */
export function ReactionPicker({ message, allowed }: Props) {
  const { t } = useTranslation();
  const texts = useTexts();
  const [open, setOpen] = useState(false);
  const own = offered(useCustomEmoji((state) => state.emoji));
  const me = useSession((state) => state.session?.username);
  if (allowed === null && own.length === 0) return null;
  const choices = allowed === null ? [] : allowed.length === 0 ? USUAL : allowed.slice(0, 24);
  function choose(work: () => Promise<void>) {
    setOpen(false);
    work().catch((thrown: unknown) => toastError(problemText(asProblem(thrown), t)));
  }
  function chooseOwn(emoji: string) {
    const mine = (message.reactions ?? []).some((r) => r.team === true && r.username === me && r.reaction === emoji);
    choose(() => reactForTeam(message, emoji, !mine));
  }
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="top"
      trapFocus
      dropdownProps={{ p: 0 }}
      target={(button) => (
        <ActionIcon {...button} size="sm" onClick={() => setOpen(!open)} aria-label={t('reaction.add')} aria-haspopup="dialog" aria-expanded={open}>
          <IconMoodPlus size={15} stroke={1.5} />
        </ActionIcon>
      )}
    >
      {choices.length === 0 ? null : (
        <div className={classes['picker']} role="group" aria-label={t('reaction.add')}>
          {choices.map((emoji) => (
            <button
              key={emoji}
              type="button"
              onClick={() => choose(() => react(message, emoji))}
              aria-label={t('reaction.put', { emoji })}
            >
              {emoji}
            </button>
          ))}
        </div>
      )}
      {own.length === 0 ? null : (
        <div className={classes['own']}>
          <p className={classes['heading']}>{texts.t('reaction.team')}</p>
          <div className={classes['picker']} role="group" aria-label={texts.t('reaction.team')}>
            {own.map(({ id, name }) => (
              <button key={id} type="button" title={name} onClick={() => chooseOwn(name)} aria-label={t('reaction.put', { emoji: name })}>
                <EmojiMark emoji={name} />
              </button>
            ))}
          </div>
        </div>
      )}
    </Popover>
  );
}
