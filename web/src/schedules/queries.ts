import { useEffect, useMemo } from 'react';
import { useAgents } from '../api/agents';
import { api } from '../api/client';
import { useSettingsQuery } from '../settings/useSettingsList';
import { choicesOf } from './model';

const EVENTS = ['reportSchedulesChanged'] as const;

/** The scheduled reports by name, and whether this installation sends mail. */
export const useSchedules = () =>
  useSettingsQuery({ key: 'report-schedules', read: (options) => api.get('/api/report/schedules', options), events: EVENTS, reloads: true });

/** Sees to it that the users are known, where this person may choose among them. */
export function useUsersNeeded(isNeeded: boolean): void {
  useEffect(() => {
    const { agents, load } = useAgents.getState();
    if (isNeeded && agents.length === 0) void load().catch(() => undefined);
  }, [isNeeded]);
}

/** Who can sign in, by id; null until they are known. */
export function useUserChoices(): readonly { value: string; label: string }[] | null {
  const users = useAgents((state) => state.agents);
  return useMemo(() => (users.length === 0 ? null : choicesOf(users)), [users]);
}
