import { api } from '../api/client';
import { useSettingsQuery } from '../settings/useSettingsList';

const POLICY_EVENTS = ['slaPoliciesChanged'] as const;

/** The SLA policies in their order. */
export const usePolicies = () =>
  useSettingsQuery({ key: 'sla-policies', read: (options) => api.get('/api/sla/policies', options), events: POLICY_EVENTS, reloads: true });
