import { useQuery, useQueryClient } from '@tanstack/react-query';
import { asProblem, type Problem } from '../../api/problem';
import { calls, type FactorState, type OwnSession } from './calls';

const ROOT = 'own sign-in';

interface Loaded<Data> {
  data: Data | null;
  problem: Problem | null;
  retry: () => void;
}

function useLoaded<Data>(name: string, load: () => Promise<Data>): Loaded<Data> {
  const query = useQuery({ queryKey: [ROOT, name], queryFn: load, retry: false });
  return {
    data: query.data ?? null,
    problem: query.error === null ? null : asProblem(query.error),
    retry: () => void query.refetch(),
  };
}

export function useFactor(): Loaded<FactorState> {
  return useLoaded('factor', calls.factor);
}

export function useOwnSessions(): Loaded<OwnSession[]> {
  return useLoaded('sessions', calls.sessions);
}

/** Loads everything of this section again. */
export function useRefresh(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: [ROOT] });
}
