import { ActionIcon, Button } from '@mantine/core';
import { IconBuilding, IconChevronDown, IconChecks, IconDots, IconMailOpened, IconPlayerPlay, IconProgress, IconTag, IconUserPlus, type Icon } from '@tabler/icons-react';
import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyHint } from '../../actions/KeyHint';
import { assignable, useAgents } from '../../api/agents';
import { useDepartments } from '../../api/departments';
import { useLabels } from '../../api/labels';
import { useMacros, type Macro } from '../../api/macros';
import { useMe } from '../../session/store';
import { LabelDot } from '../../ui/LabelDot';
import { lazyPart } from '../../ui/lazyPart';
import { Menu } from '../../ui/Menu';
import { Tooltip } from '../../ui/Tooltip';
import { loadManyItems } from '../actions/load';
import { STATUSES } from '../model';
import classes from './BulkBar.module.css';
import { useSelection, type Bulk } from './selection';
import { assignMany, macroMany } from './many';
import { rowsShown } from './store';
import { useTexts } from './texts';

const ManyItems = lazyPart(loadManyItems);

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
  /** The chosen ones that are on screen. */
  const rows = () => rowsShown().filter((row) => useSelection.getState().chosen.has(row.id));
  const assign = (username: string, name: string) => assignMany(rows(), username, name, () => start({ kind: 'assign', username }));
  const run = (macro: Macro) => macroMany(useSelection.getState().chosen.size, macro, start);
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
        {assignable(agents)
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
      {narrow ? null : (
        <Button size="compact-xs" variant="default" disabled={running} onClick={read}>
          {t('bulk_read')}
        </Button>
      )}
      <Choice label={t('bulk_more')} icon={IconDots} narrow={narrow}>
        {narrow ? (
          <Menu.Item leftSection={<IconMailOpened {...ICON} />} rightSection={<KeyHint of="list.read" />} onClick={read}>
            {t('bulk_read')}
          </Menu.Item>
        ) : null}
        {narrow && offered !== null ? (
          <Menu.Item leftSection={<IconChecks {...ICON} />} rightSection={<KeyHint of="list.choose_all" />} onClick={offered.choose}>
            {t('bulk_all', { count: offered.count })}
          </Menu.Item>
        ) : null}
        <Suspense>
          <ManyItems />
        </Suspense>
      </Choice>
      {narrow || offered === null ? null : (
        <Button size="compact-xs" variant="subtle" onClick={offered.choose}>
          {t('bulk_all', { count: offered.count })}
        </Button>
      )}
    </>
  );
}
