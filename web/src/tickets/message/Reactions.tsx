import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Message } from '../../api/types';
import { asProblem } from '../../api/problem';
import { problemText } from '../../ui/ErrorPlace';
import { toastError } from '../../ui/toast';
import { react } from './edits';
import classes from './Reactions.module.css';
import { groupReactions } from './reactions';

interface Props {
  message: Message;
  /** Whether the channel lets us react. */
  offered: boolean;
}

/** Who put what on a message; one's own goes away with a touch. */
export function Reactions({ message, offered }: Props) {
  const { t } = useTranslation();
  const groups = groupReactions(message);
  if (groups.length === 0) return null;
  const choose = (emoji: string | null) =>
    void react(message, emoji).catch((thrown: unknown) => toastError(problemText(asProblem(thrown), t)));
  return (
    <ul className={classes['reactions']} aria-label={t('reaction.list')}>
      {groups.map((group) => {
        const label = t('reaction.by', { emoji: group.emoji, names: group.names.join(', ') || t('reaction.customer') });
        return (
          <li key={group.emoji}>
            <Tooltip label={label}>
              <button
                type="button"
                disabled={!offered}
                data-ours={group.ours || undefined}
                aria-pressed={group.ours}
                aria-label={label}
                onClick={() => choose(group.ours ? null : group.emoji)}
              >
                <span aria-hidden>{group.emoji}</span>
                {group.count > 1 ? <span className={classes['count']}>{group.count}</span> : null}
              </button>
            </Tooltip>
          </li>
        );
      })}
    </ul>
  );
}
