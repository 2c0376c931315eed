import { useTranslation } from 'react-i18next';
import type { Message } from '../../api/types';
import { asProblem } from '../../api/problem';
import { useAbilities } from '../../session/abilities';
import { useSession } from '../../session/store';
import { problemText } from '../../ui/ErrorPlace';
import { toastError } from '../../ui/toast';
import { Tooltip } from '../../ui/Tooltip';
import { useTexts } from '../texts';
import { EmojiMark } from './EmojiMark';
import { react, reactForTeam } from './edits';
import classes from './Reactions.module.css';
import { groupReactions, type ReactionGroup } from './reactions';

interface Props {
  message: Message;
  /** Whether the channel lets us react. */
  offered: boolean;
}

/** Who put what on a message; one's own goes away with a touch. */
export function Reactions({ message, offered }: Props) {
  const { t } = useTranslation();
  const texts = useTexts();
  const me = useSession((state) => state.session?.username ?? '');
  const { answers } = useAbilities();
  const groups = groupReactions(message, me);
  if (groups.length === 0) return null;
  const choose = ({ emoji, ours, team }: ReactionGroup) => {
    const done = team ? reactForTeam(message, emoji, !ours) : react(message, ours ? null : emoji);
    done.catch((thrown: unknown) => toastError(problemText(asProblem(thrown), t)));
  };
  return (
    <ul className={classes['reactions']} aria-label={t('reaction.list')}>
      {groups.map((group) => {
        const names = group.names.join(', ');
        const label = group.team
          ? texts.t('reaction.by_team', { emoji: group.emoji, names })
          : t('reaction.by', { emoji: group.emoji, names: names || t('reaction.customer') });
        return (
          <li key={group.team ? `team ${group.emoji}` : group.emoji}>
            <Tooltip label={label}>
              <button
                type="button"
                disabled={!answers || (!offered && !group.team)}
                data-ours={group.ours || undefined}
                data-team={group.team || undefined}
                aria-pressed={group.ours}
                aria-label={label}
                onClick={() => choose(group)}
              >
                <EmojiMark emoji={group.emoji} />
                {group.count > 1 ? <span className={classes['count']}>{group.count}</span> : null}
              </button>
            </Tooltip>
          </li>
        );
      })}
    </ul>
  );
}
