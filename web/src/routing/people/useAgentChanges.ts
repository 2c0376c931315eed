import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { asProblem } from '../../api/problem';
import { problemText } from '../../ui/ErrorPlace';
import { toastError } from '../../ui/toast';
import type { RoutingAgent } from '../model';
import { AGENTS_KEY } from '../queries';

/** A change of one agent, applied to whatever the agent is by then. */
export type AgentChange = (agent: RoutingAgent) => RoutingAgent;

type Pending = ReadonlyMap<number, readonly AgentChange[]>;

function knownAgent(queries: QueryClient, userId: number): RoutingAgent | undefined {
  return queries.getQueryData<RoutingAgent[]>([AGENTS_KEY])?.find(({ user_id }) => user_id === userId);
}

/** Puts a saved agent into the answer that is shown; one that is on its way is older, and asked for again. */
function putAgent(queries: QueryClient, agent: RoutingAgent): void {
  queries.setQueryData<RoutingAgent[]>([AGENTS_KEY], (all) => all?.map((one) => (one.user_id === agent.user_id ? agent : one)));
  if (queries.isFetching({ queryKey: [AGENTS_KEY] }) > 0) void queries.refetchQueries({ queryKey: [AGENTS_KEY] });
}

/**
 * Optimistic changes of agents: each shows at once and is one save. Saves of the same agent go out one
 * after the other, since each replaces all of an agent's levels; one that is refused is taken back alone.
 */
export function useAgentChanges(): { shown: (agent: RoutingAgent) => RoutingAgent; change: (userId: number, change: AgentChange) => void } {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [pending, setPending] = useState<Pending>(new Map());
  const waiting = useRef(new Map<number, AgentChange[]>());

  const run = useCallback(
    async (userId: number, changes: AgentChange[]) => {
      for (let next = changes[0]; next !== undefined; next = changes[0]) {
        const agent = knownAgent(queries, userId);
        if (agent !== undefined) {
          const { capacity, chat_capacity, skills } = next(agent);
          try {
            putAgent(queries, await api.put('/api/routing/agents/{user_id}', { path: { user_id: userId }, json: { capacity, chat_capacity, skills } }));
          } catch (thrown) {
            const problem = asProblem(thrown);
            toastError(`${agent.name}: ${Object.values(problem.fields)[0] ?? problemText(problem, t)}`);
            void queries.refetchQueries({ queryKey: [AGENTS_KEY] });
          }
        }
        changes.shift();
        if (changes.length === 0) waiting.current.delete(userId);
        setPending(new Map(waiting.current));
      }
    },
    [queries, t],
  );

  const change = useCallback(
    (userId: number, one: AgentChange) => {
      const before = waiting.current.get(userId);
      const changes = before ?? [];
      changes.push(one);
      waiting.current.set(userId, changes);
      setPending(new Map(waiting.current));
      if (before === undefined) void run(userId, changes);
    },
    [run],
  );

  const shown = (agent: RoutingAgent) => (pending.get(agent.user_id) ?? []).reduce((now, one) => one(now), agent);
  return { shown, change };
}
