import { ActionIcon, Button } from '@mantine/core';
import { IconBuilding, IconChevronDown, IconChecks, IconDots, IconMailOpened, IconPlayerPlay, IconProgress, IconTag, IconUserPlus, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAgents } from '../../api/agents';
import { useDepartments } from '../../api/departments';
import { useLabels } from '../../api/labels';
import { newRunId, useMacros, type Macro } from '../../api/macros';
import { useMe } from '../../session/store';
import { openDialog } from '../../ui/dialog';
import { LabelDot } from '../../ui/LabelDot';
import { Menu } from '../../ui/Menu';
import { Tooltip } from '../../ui/Tooltip';
import { assigneesOf, STATUSES } from '../model';
import { givesAway, isSeenBy } from '../sight';
import classes from './BulkBar.module.css';
import { useSelection, type Bulk } from './bulk';
import { rowsShown } from './store';
import { useTexts } from './texts';

const SCROLL = 320;
const ICON = { size: 16, stroke: 1.5 };

interface ChoiceProps {
  label: string;
  icon: Icon;
  narrow: boolean;
  children: ReactNode;
}

/** A menu of the bar: called by its name, or by a sign where there is little room. */
function Choice({ label, icon: Sign, narrow, children }: ChoiceProps) {
  const running = useSelection((state) => state.run?.state === 'running');
  return (
    <Menu width={220} position="top-start" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        {narrow ? (
          <Tooltip label={label}>
            <ActionIcon aria-label={label} disabled={running}>
              <Sign {...ICON} />
            </ActionIcon>
          </Tooltip>
        ) : (
          <Button size="compact-xs" variant="default" disabled={running} rightSection={<IconChevronDown size={12} stroke={1.5} />}>
            {label}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown mah={SCROLL} className={classes['choices'] ?? ''}>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}

interface Props {
  narrow: boolean;
  start: (bulk: Bulk) => void;
  /** Chooses every ticket shown, of which there are so many; absent when they all are. */
  all: { count: number; choose: () => void } | null;
}

/** What can be done with all of the chosen tickets. */
export function BulkChoices({ narrow, start, all }: Props) {
  const t = useTexts();
  const { t: common } = useTranslation();
  const me = useMe();
  const running = useSelection((state) => state.run?.state === 'running');
  const agents = useAgents((state) => state.agents);
  const departments = useDepartments((state) => state.departments).filter(({ deleted }) => !deleted);
  const labels = useLabels((state) => state.labels);
  const macros = useMacros((state) => state.macros);
  const read = () => start({ kind: 'read' });
  const offered = running ? null : all;
  /** Free tickets that are given to a colleague leave the sight of an agent who gives them. */
  function assign(username: string, name: string): void {
    const { chosen } = useSelection.getState();
    const lost = rowsShown().filter((row) => chosen.has(row.id) && !isSeenBy(me, [...assigneesOf(row), username])).length;
    ask(lost, t('bulk_away', { name }), { kind: 'assign', username });
  }
  function run(macro: Macro): void {
    ask(givesAway(macro, me) ? useSelection.getState().chosen.size : 0, t('bulk_away_run', { name: macro.name }), { kind: 'macro', id: macro.id, runId: newRunId() });
  }
  function ask(lost: number, label: string, bulk: Bulk): void {
    if (lost === 0) start(bulk);
    else openDialog({ title: t('bulk_away_title', { count: lost }), text: t('bulk_away_text'), confirm: { label, run: () => start(bulk) } });
  }
  return (
    <>
      <Choice label={t('bulk_status')} icon={IconProgress} narrow={narrow}>
        {STATUSES.map((status) => (
          <Menu.Item key={status} onClick={() => start({ kind: 'status', status })}>
            {common(`status.${status}`)}
          </Menu.Item>
        ))}
      </Choice>
      <Choice label={t('bulk_assign')} icon={IconUserPlus} narrow={narrow}>
        <Menu.Item onClick={() => start({ kind: 'assign', username: me.username })}>{t('bulk_me')}</Menu.Item>
        <Menu.Item onClick={() => start({ kind: 'assign', username: null })}>{t('bulk_nobody')}</Menu.Item>
        <Menu.Divider />
        {agents
          .filter(({ username }) => username !== me.username)
          .map(({ username, name }) => (
            <Menu.Item key={username} onClick={() => assign(username, name || username)}>
              {name || username}
            </Menu.Item>
          ))}
      </Choice>
      {labels.length === 0 ? null : (
        <Choice label={t('bulk_label')} icon={IconTag} narrow={narrow}>
          {labels.map(({ id, name, color, colorDark }) => (
            <Menu.Item key={id} leftSection={<LabelDot color={color} colorDark={colorDark} />} onClick={() => start({ kind: 'label', id })}>
              {name}
            </Menu.Item>
          ))}
        </Choice>
      )}
      {departments.length === 0 ? null : (
        <Choice label={t('bulk_department')} icon={IconBuilding} narrow={narrow}>
          <Menu.Item onClick={() => start({ kind: 'department', id: null })}>{t('no_department')}</Menu.Item>
          <Menu.Divider />
          {departments.map(({ id, name }) => (
            <Menu.Item key={id} onClick={() => start({ kind: 'department', id })}>
              {name}
            </Menu.Item>
          ))}
        </Choice>
      )}
      {macros.length === 0 ? null : (
        <Choice label={t('bulk_macro')} icon={IconPlayerPlay} narrow={narrow}>
          {macros.map((macro) => (
            <Menu.Item key={macro.id} onClick={() => run(macro)}>
              {macro.name}
            </Menu.Item>
          ))}
        </Choice>
      )}
      {narrow ? (
        <Choice label={t('bulk_more')} icon={IconDots} narrow>
          <Menu.Item leftSection={<IconMailOpened {...ICON} />} onClick={read}>
            {t('bulk_read')}
          </Menu.Item>
          {offered === null ? null : (
            <Menu.Item leftSection={<IconChecks {...ICON} />} onClick={offered.choose}>
              {t('bulk_all', { count: offered.count })}
            </Menu.Item>
          )}
        </Choice>
      ) : (
        <>
          <Button size="compact-xs" variant="default" disabled={running} onClick={read}>
            {t('bulk_read')}
          </Button>
          {offered === null ? null : (
            <Button size="compact-xs" variant="subtle" onClick={offered.choose}>
              {t('bulk_all', { count: offered.count })}
            </Button>
          )}
        </>
      )}
    </>
  );
}
