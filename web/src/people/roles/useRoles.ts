import type { EventName } from '../../realtime/envelope';
import { useSettingsQuery, type SettingsListState } from '../../settings/useSettingsList';
import { calls, type Role } from '../model';

const EVENTS: readonly EventName[] = ['rolesChanged'];

/** The roles of the desk, the highest first. */
export function useRoles(): SettingsListState<readonly Role[]> {
  return useSettingsQuery({ key: 'roles', read: calls.roles, events: EVENTS, reloads: true });
}
