import { IconEye, IconPencil } from '@tabler/icons-react';
import { useTexts } from '../texts';
import { Avatar } from '../../ui/Avatar';
import { Tooltip } from '../../ui/Tooltip';
import { colleaguesOf, usePeopleHere } from './here';
import classes from './Here.module.css';

/** Colleagues who have this ticket on screen; a pencil marks those who write. */
export function HereMarks({ ticketId }: { ticketId: number }) {
  const { t } = useTexts();
  const people = colleaguesOf(usePeopleHere(ticketId));
  if (people.length === 0) return null;
  return (
    <ul className={classes['marks']} aria-label={t('here.list')}>
      {people.slice(0, 4).map(({ username, name, state }) => (
        <li key={username} data-state={state}>
          <Tooltip label={t(`here.${state}`, { name })}>
            <span role="img" aria-label={t(`here.${state}`, { name })}>
              <Avatar username={username} name={name} size={22} />
              <span className={classes['badge']} aria-hidden>
                {state === 'replying' ? <IconPencil size={10} stroke={2} /> : <IconEye size={10} stroke={2} />}
              </span>
            </span>
          </Tooltip>
        </li>
      ))}
    </ul>
  );
}

/** Above the field where one writes oneself: somebody else is at it, too. */
export function AlsoReplying({ ticketId }: { ticketId: number }) {
  const { t } = useTexts();
  const writers = colleaguesOf(usePeopleHere(ticketId)).filter((colleague) => colleague.state === 'replying');
  return (
    <div aria-live="polite">
      {writers.length === 0 ? null : (
        <p className={classes['also']}>
          <IconPencil size={14} stroke={1.5} aria-hidden />
          {t('here.also_replying', { names: writers.map((colleague) => colleague.name).join(', '), count: writers.length })}
        </p>
      )}
    </div>
  );
}
