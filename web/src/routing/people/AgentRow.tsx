import { memo, type KeyboardEvent } from 'react';
import { LEVELS, levelOf, withLevel, type RoutingAgent, type RoutingSkill } from '../model';
import { useTexts } from '../texts';
import { CapacityField } from './CapacityField';
import classes from './people.module.css';
import type { AgentChange } from './useAgentChanges';

interface Props {
  agent: RoutingAgent;
  /** Its place below the header, and among all agents that were found, where the header is the first. */
  row: number;
  index: number;
  skills: readonly RoutingSkill[];
  /** What counts where the agent has no capacity of their own. */
  fallback: number;
  /** The column that has the tab stop; -1 where another row has it. */
  stop: number;
  onChange: (userId: number, change: AgentChange) => void;
}

/** Row of an agent: load and why nothing is given, capacity, and a level for each skill. */
export const AgentRow = memo(function AgentRow({ agent, row, index, skills, fallback, stop, onChange }: Props) {
  const { t } = useTexts();
  const { user_id, name, capacity, load, not_reachable } = agent;
  const most = capacity ?? fallback;
  const state = most === 0 ? t('people.out') : t(`reach.${not_reachable ?? 'available'}`);
  const setLevel = (id: number, level: number) => onChange(user_id, (now) => withLevel(now, id, level));

  function press(event: KeyboardEvent, id: number): void {
    if (event.altKey || event.ctrlKey || event.metaKey || !/^[0-5]$/.test(event.key)) return;
    event.preventDefault();
    if (levelOf(agent, id) !== Number(event.key)) setLevel(id, Number(event.key));
  }

  return (
    <tr data-row={row} aria-rowindex={index}>
      <th scope="row" className={classes['agent']}>
        <span>{name}</span>
        <small data-off={not_reachable !== null || most === 0 || undefined}>{`${t('people.load', { load, capacity: most })} · ${state}`}</small>
      </th>
      <td className={classes['capacity']}>
        <CapacityField
          aria-label={t('people.capacity_of', { name })}
          value={capacity}
          fallback={fallback}
          min={0}
          unit=""
          tabIndex={stop === 0 ? 0 : -1}
          data-column={0}
          onSave={(next) => onChange(user_id, (now) => ({ ...now, capacity: next }))}
        />
      </td>
      {skills.map((skill, at) => {
        const level = levelOf(agent, skill.id);
        return (
          <td key={skill.id}>
            <select
              className={classes['level']}
              aria-label={t('people.level_of', { name, skill: skill.name })}
              value={level}
              data-level={level}
              data-column={at + 1}
              tabIndex={stop === at + 1 ? 0 : -1}
              onChange={(event) => setLevel(skill.id, Number(event.currentTarget.value))}
              onKeyDown={(event) => press(event, skill.id)}
            >
              <option value={0}>{t('people.level_none')}</option>
              {LEVELS.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
          </td>
        );
      })}
    </tr>
  );
});
