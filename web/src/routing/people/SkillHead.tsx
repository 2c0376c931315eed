import { UnstyledButton } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { openDialog } from '../../ui/dialog';
import { Menu } from '../../ui/Menu';
import type { RoutingSkill } from '../model';
import { useTexts } from '../texts';
import classes from './people.module.css';

interface Props {
  skill: RoutingSkill;
  busy: boolean;
  /** Its place in the header, and whether it has the grid's tab stop. */
  column: number;
  isStop: boolean;
  onRename: () => void;
  onDelete: () => void;
}

/** Column header of a skill, with the menu that renames or deletes it. */
export function SkillHead({ skill, busy, column, isStop, onRename, onDelete }: Props) {
  const { t } = useTexts();
  const { id, name, agents, queues } = skill;
  const uses = { agents: t('skill.agents', { count: agents }), queues: t('skill.queues', { count: queues }) };
  const remove = () =>
    openDialog({
      title: t('skill.remove_title', { name }),
      text: t('skill.remove_text', uses),
      confirm: { label: t('skill.remove_confirm'), danger: true, run: onDelete },
    });
  return (
    <th scope="col" data-skill={id}>
      <Menu position="bottom-end">
        <Menu.Target>
          <UnstyledButton
            className={classes['skill']}
            title={`${name}: ${uses.agents}, ${uses.queues}`}
            disabled={busy}
            tabIndex={isStop ? 0 : -1}
            data-column={column}
          >
            {name}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={15} stroke={1.5} />} onClick={onRename}>
            {t('skill.rename')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={15} stroke={1.5} />} onClick={remove}>
            {t('skill.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </th>
  );
}
