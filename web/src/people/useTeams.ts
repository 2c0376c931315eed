import { useCallback, useEffect, useState } from 'react';
import { asProblem, type Problem } from '../api/problem';
import { useIsAdmin, type SettingsListState } from '../settings/useSettingsList';
import { calls, type Team } from './model';

/** The departments with who works in them, read anew whenever they are shown. */
export function useTeams(): SettingsListState<readonly Team[]> {
  const allowed = useIsAdmin();
  const [data, setData] = useState<readonly Team[]>();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!allowed) return undefined;
    let here = true;
    calls.teams().then(
      (list) => {
        if (here) setData(list);
      },
      (thrown: unknown) => {
        if (here) setProblem(asProblem(thrown));
      },
    );
    return () => {
      here = false;
    };
  }, [allowed, round]);
  const reload = useCallback(() => {
    setProblem(null);
    setRound((old) => old + 1);
    return Promise.resolve();
  }, []);
  return { allowed, data, problem, reload };
}
