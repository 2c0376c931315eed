import { IconUsersGroup } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useAgents } from '../../../api/agents';
import { needDepartments, useDepartments } from '../../../api/departments';
import type { Mention } from '../../../api/types';
import { useMe } from '../../../session/store';
import { Avatar } from '../../../ui/Avatar';
import { mentionName } from '../../message/mentions';
import { useTexts } from '../texts';
import { OFFERED_MAX, type Offer, type Typed } from './offer';
import { nameAt, offeredPeople } from './people';
import classes from './Suggestions.module.css';

/** Whom a note may name, and who hears of whom it does. */
export interface Mentioning {
  mentions: readonly Mention[];
  onMention: (mention: Mention) => void;
}

function Person({ mention }: { mention: Mention }) {
  const { t } = useTexts();
  const name = mentionName(mention);
  return (
    <span className={classes['head']}>
      {mention.kind === 'user' ? (
        <Avatar username={mention.username} name={name} size={20} />
      ) : (
        <IconUsersGroup size={18} stroke={1.5} aria-hidden className={classes['mark']} />
      )}
      <strong>{name}</strong>
      <span className={classes['aside']}>{mention.kind === 'user' ? `@${mention.username}` : t('department')}</span>
    </span>
  );
}

/** Colleagues and departments behind an @; null where nobody can be named. */
export function usePeopleOffer({ text, caret, put }: Typed, mentioning: Mentioning | null): Offer | null {
  const { t } = useTexts();
  const me = useMe().username;
  const agents = useAgents((state) => state.agents);
  const departments = useDepartments((state) => state.departments);
  const names = mentioning !== null;
  useEffect(() => {
    if (!names) return;
    needDepartments();
    if (useAgents.getState().agents.length === 0) void useAgents.getState().load().catch(() => undefined);
  }, [names]);

  if (mentioning === null || caret === null) return null;
  const typed = nameAt(text, caret, mentioning.mentions);
  if (typed === null) return null;
  return {
    start: typed.start,
    label: t('people'),
    hint: t('keys'),
    points: true,
    options: offeredPeople(agents, departments, typed.query, me, OFFERED_MAX).map((mention) => ({
      id: mention.kind === 'user' ? `user-${mention.username}` : `department-${mention.id}`,
      take: () => {
        put(typed.start, caret, `@${mentionName(mention)} `);
        mentioning.onMention(mention);
      },
      shown: <Person mention={mention} />,
    })),
  };
}
