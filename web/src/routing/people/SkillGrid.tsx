import { useId } from 'react';
import { api } from '../../api/client';
import { useSettingsChange } from '../../settings/useSettingsChange';
import { CAPACITIES, type RoutingAgent, type RoutingSettings, type RoutingSkill } from '../model';
import { useTexts } from '../texts';
import { AgentRow } from './AgentRow';
import classes from './people.module.css';
import { SkillHead } from './SkillHead';
import { useAgentChanges } from './useAgentChanges';
import { useGridFocus } from './useGridFocus';

interface Props {
  /** Those of this page, where the first one is among all that were found, and how many those are. */
  agents: readonly RoutingAgent[];
  first: number;
  total: number;
  skills: readonly RoutingSkill[];
  /** The default capacities. */
  settings: RoutingSettings;
  reloadSkills: () => Promise<unknown>;
  onRename: (skill: RoutingSkill) => void;
}

/** Grid of agents by skills: every cell is one level, set by mouse, digits or the list, and saved at once. */
export function SkillGrid({ agents, first, total, skills, settings, reloadSkills, onRename }: Props) {
  const { t } = useTexts();
  const hint = useId();
  const { shown, change } = useAgentChanges();
  const { busy, change: changeSkills } = useSettingsChange(reloadSkills);
  const { grid, at, onFocus, onKeyDown } = useGridFocus(agents.length, { bare: CAPACITIES.length, all: CAPACITIES.length + skills.length });
  return (
    <>
      <p id={hint} className={classes['count']}>
        {t('people.keys')}
      </p>
      <div className={classes['scroll']}>
        <table
          ref={grid}
          role="grid"
          className={classes['grid']}
          aria-label={t('people.grid')}
          aria-describedby={hint}
          aria-rowcount={total + 1}
          onFocus={onFocus}
          onKeyDown={onKeyDown}
        >
          <thead>
            <tr aria-rowindex={1} data-row={0}>
              <th scope="col" className={classes['agent']}>
                {t('people.agent')}
              </th>
              {CAPACITIES.map((key) => (
                <th key={key} scope="col" className={classes['capacity']}>
                  {t(`people.${key}`)}
                </th>
              ))}
              {skills.map((skill, place) => (
                <SkillHead
                  key={skill.id}
                  skill={skill}
                  busy={busy}
                  column={CAPACITIES.length + place}
                  isStop={at.row === 0 && at.column === CAPACITIES.length + place}
                  onRename={() => onRename(skill)}
                  onDelete={() => changeSkills(() => api.delete('/api/routing/skills/{id}', { path: { id: skill.id } }))}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {agents.map((agent, row) => (
              <AgentRow
                key={agent.user_id}
                agent={shown(agent)}
                row={row + 1}
                index={first + row + 2}
                skills={skills}
                settings={settings}
                stop={at.row === row + 1 ? at.column : -1}
                onChange={change}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
