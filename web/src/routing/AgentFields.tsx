import { MultiSelect, Radio } from '@mantine/core';
import { FieldGroup } from '../settings/FieldGroup';
import type { PartProps } from './AmountField';
import { MEMBERS_MAX, STRATEGIES, type RoutingAgent } from './model';
import { useAgents } from './queries';
import classes from './routing.module.css';
import { useTexts } from './texts';

/** Rows of the picker that are drawn at once: typing finds the others. */
const SHOWN = 100;

const EVERYBODY = 'everybody';
const NAMED = 'named';

/** Agents as a picker names them: by username as well where two have the same name. */
function choicesOf(agents: readonly RoutingAgent[]): { value: string; label: string }[] {
  const times = new Map<string, number>();
  for (const { name } of agents) times.set(name, (times.get(name) ?? 0) + 1);
  return agents.map(({ user_id, name, username }) => ({ value: String(user_id), label: times.get(name) === 1 ? name : `${name} (${username})` }));
}

/** Who is asked: every agent or named ones, and the strategy that chooses among those who can take more. */
export function AgentFields({ draft, faults, onChange }: PartProps) {
  const { t } = useTexts();
  const { data: agents, problem } = useAgents();
  const choices = choicesOf(agents ?? []);
  const named = draft.agents.map(String);
  // What was deleted can still be seen, and taken away; until the names are there nobody knows.
  const others = named
    .filter((value) => choices.every((choice) => choice.value !== value))
    .map((value) => ({ value, label: agents === undefined ? t('agent_number', { number: value }) : t('agent_gone') }));
  return (
    <FieldGroup title={t('who')}>
      <Radio.Group
        aria-label={t('members')}
        value={draft.all_agents ? EVERYBODY : NAMED}
        onChange={(value) => onChange({ all_agents: value === EVERYBODY })}
        className={classes['wide'] ?? ''}
      >
        <div className={classes['choices']}>
          <Radio value={EVERYBODY} label={t('members_all')} />
          <Radio value={NAMED} label={t('members_named')} />
        </div>
      </Radio.Group>
      {draft.all_agents ? null : (
        <MultiSelect
          className={classes['wide'] ?? ''}
          size="xs"
          aria-label={t('agents')}
          {...(named.length === 0 ? { placeholder: t('agents_choose') } : {})}
          data={[...choices, ...others]}
          value={named}
          error={faults['agents'] ?? (problem === null ? undefined : t('people.load_failed'))}
          searchable
          clearable
          hidePickedOptions
          limit={SHOWN}
          maxValues={MEMBERS_MAX}
          nothingFoundMessage={t('agents_nothing')}
          onChange={(values) => onChange({ agents: values.map(Number) })}
        />
      )}
      <Radio.Group
        className={classes['wide'] ?? ''}
        label={t('strategy_label', { context: draft.work })}
        value={draft.strategy}
        error={faults['strategy']}
        onChange={(value) => {
          const strategy = STRATEGIES.find((one) => one === value);
          if (strategy !== undefined) onChange({ strategy });
        }}
      >
        <div className={classes['choices']}>
          {STRATEGIES.map((strategy) => (
            <Radio key={strategy} value={strategy} label={t(`strategy.${strategy}`)} description={t(`strategy_hint.${strategy}`, { context: draft.work })} />
          ))}
        </div>
      </Radio.Group>
    </FieldGroup>
  );
}
