import { memo, type KeyboardEvent } from 'react';
import { CAPACITIES, LEVELS, levelOf, withLevel, type RoutingAgent, type RoutingSettings, type RoutingSkill } from '../model';
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
  /** What counts where the agent has no capacities of their own. */
  settings: RoutingSettings;
  /** The column that has the tab stop; -1 where another row has it. */
  stop: number;
  onChange: (userId: number, change: AgentChange) => void;
}

/** Row of an agent: load and why nothing is given, capacities, and a level for each skill. */
export const AgentRow = memo(function AgentRow({ agent, row, index, skills, settings, stop, onChange }: Props) {
  const { t } = useTexts();
  const { user_id, name, load, chats, not_reachable } = agent;
  const [most, mostChats] = CAPACITIES.map((key) => agent[key] ?? settings[key]);
  const held = [t('people.load', { load, capacity: most }), t('people.chats', { chats, capacity: mostChats })];
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
        <small data-off={not_reachable !== null || most === 0 || undefined}>{[...held, state].join(' · ')}</small>
      </th>
      {CAPACITIES.map((key, column) => (
        <td key={key} className={classes['capacity']}>
          <CapacityField
            aria-label={t(`people.${key}_of`, { name })}
            value={agent[key]}
            fallback={settings[key]}
            min={0}
            unit=""
            tabIndex={stop === column ? 0 : -1}
            data-column={column}
            onSave={(next) => onChange(user_id, (now) => ({ ...now, [key]: next }))}
          />
        </td>
      ))}
      {skills.map((skill, at) => {
        const level = levelOf(agent, skill.id);
        const column = CAPACITIES.length + at;
        return (
          <td key={skill.id}>
            <select
              className={classes['level']}
              aria-label={t('people.level_of', { name, skill: skill.name })}
              value={level}
              data-level={level}
              data-column={column}
              tabIndex={stop === column ? 0 : -1}
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
