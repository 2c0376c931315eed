import { ActionIcon } from '@mantine/core';
import { IconSitemap } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDepartments } from '../../api/departments';
import type { TicketInfo } from '../../api/types';
import { Answering } from '../../session/Answering';
import { Menu } from '../../ui/Menu';
import { setDepartment } from '../acts';
import classes from './Details.module.css';

/** The ticket's department, and a menu that sets it. */
export function DepartmentMenu({ info }: { info: TicketInfo }) {
  const { t } = useTranslation();
  const { phase, departments, load } = useDepartments();
  useEffect(() => {
    if (phase === 'idle') void load();
  }, [phase, load]);
  const own = departments.find((department) => department.id === info.department_id);
  // A removed one can be read and taken off, and is offered no longer.
  const offered = departments.filter((department) => !department.deleted || department.id === own?.id);

  function choose(id: number): void {
    if (id !== (info.department_id ?? 0)) void setDepartment(info.id, id === 0 ? null : id);
  }

  return (
    <span className={classes['labels']}>
      {own?.name ?? t(info.department_id === null ? 'details.no_department' : 'details.unknown_department')}
      <Answering>
        <Menu position="bottom-end" width={220}>
          <Menu.Target>
            <ActionIcon size="sm" aria-label={t('details.change_department')}>
              <IconSitemap size={14} stroke={1.5} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown className={classes['choices'] ?? ''}>
            {offered.length === 0 ? <Menu.Label>{t('details.departments_empty')}</Menu.Label> : null}
            <Menu.RadioGroup value={String(info.department_id ?? 0)} onChange={(id) => choose(Number(id))}>
              <Menu.RadioItem value="0">{t('details.no_department')}</Menu.RadioItem>
              {offered.map((department) => (
                <Menu.RadioItem key={department.id} value={String(department.id)}>
                  {department.name}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Dropdown>
        </Menu>
      </Answering>
    </span>
  );
}
