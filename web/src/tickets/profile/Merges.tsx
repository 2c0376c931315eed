import { ActionIcon } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { nameOf, useAgents } from '../../api/agents';
import { Answering } from '../../session/Answering';
import { fullTime } from '../../ui/dates';
import { askUndo } from './calls';
import type { Merge } from './model';
import classes from './profile.module.css';
import { useTexts } from './texts';

/** Who was merged into a contact, each with the way back. */
export function Merges({ merges }: { merges: Merge[] }) {
  const { t } = useTexts();
  const names = useAgents((state) => state.names);
  if (merges.length === 0) return null;
  return (
    <section className={classes['merges']} aria-label={t('merge.list_into')}>
      <h3>{t('merge.list_into')}</h3>
      <ul>
        {merges.map(({ contact_id, name, by, at_ms }) => (
          <li key={contact_id}>
            <span className={classes['matter']}>
              <span>{name}</span>
              <small>{t('merge.line', { by: nameOf(by, names), time: fullTime(at_ms) })}</small>
            </span>
            <Answering>
              <ActionIcon
                size="md"
                aria-label={t('merge.undo_of', { name })}
                title={t('merge.undo_of', { name })}
                onClick={() => askUndo({ id: contact_id, name })}
              >
                <IconArrowBackUp size={16} stroke={1.5} />
              </ActionIcon>
            </Answering>
          </li>
        ))}
      </ul>
    </section>
  );
}
