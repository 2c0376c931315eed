import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { asProblem, type Problem } from '../api/problem';
import { onEvent, onReload } from '../realtime/apply';
import { calls } from './calls';
import type { AccountState, PackageView, PluginDetail, TrustedKey } from './model';

const ROOT = 'plugins room';

const NO_PACKAGES: readonly PackageView[] = [];
const NO_ACCOUNTS: readonly AccountState[] = [];

export interface Packages {
  list: readonly PackageView[];
  /** Whether this person may install: the admins of the first client. Null until it is known. */
  operator: boolean | null;
  problem: Problem | null;
  retry: () => void;
}

/** Only an operator is shown packages; being refused is how the others are known. */
export function usePackages(): Packages {
  const query = useQuery({
    queryKey: [ROOT, 'packages'],
    queryFn: () => calls.packages(),
    retry: (count, thrown) => count < 2 && asProblem(thrown).code === 'unavailable',
  });
  const problem = query.error === null ? null : asProblem(query.error);
  const refused = problem?.code === 'forbidden';
  return {
    list: query.data ?? NO_PACKAGES,
    operator: refused ? false : query.isSuccess ? true : null,
    problem: refused ? null : problem,
    retry: () => void query.refetch(),
  };
}

export function useAccounts(): readonly AccountState[] {
  const query = useQuery({ queryKey: [ROOT, 'accounts'], queryFn: () => calls.accounts() });
  return query.data ?? NO_ACCOUNTS;
}

interface Loaded<Data> {
  data: Data | null;
  problem: Problem | null;
  retry: () => void;
}

export function useDetail(id: string): Loaded<PluginDetail> {
  const query = useQuery({ queryKey: [ROOT, 'detail', id], queryFn: () => calls.detail(id) });
  return {
    data: query.data ?? null,
    problem: query.error === null ? null : asProblem(query.error),
    retry: () => void query.refetch(),
  };
}

export function usePackage(id: string): Loaded<PackageView> {
  const query = useQuery({ queryKey: [ROOT, 'package', id], queryFn: () => calls.package(id) });
  return {
    data: query.data ?? null,
    problem: query.error === null ? null : asProblem(query.error),
    retry: () => void query.refetch(),
  };
}

export function useTrustedKeys(): Loaded<TrustedKey[]> {
  const query = useQuery({ queryKey: [ROOT, 'keys'], queryFn: () => calls.keys() });
  return {
    data: query.data ?? null,
    problem: query.error === null ? null : asProblem(query.error),
    retry: () => void query.refetch(),
  };
}

/** Reads anew whatever of this room is on screen. */
export function useRefresh(): () => void {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: [ROOT] });
    // The form of a channel is the plugin's too.
    void queries.invalidateQueries({ queryKey: ['plugin'] });
  };
}

/** Other admins install and switch as well; what they did shows without a reload. */
export function useWatch(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const again = () => void queries.invalidateQueries({ queryKey: [ROOT] });
    const offs = [onEvent('pluginsChanged', again), onEvent('channelDataUpdated', again), onReload(again)];
    return () => offs.forEach((off) => off());
  }, [queries]);
}
