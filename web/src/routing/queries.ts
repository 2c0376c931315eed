import { api } from '../api/client';
import { useSettingsQuery } from '../settings/useSettingsList';

/** Tickets and visitors come and go by the dozen; what shows how many there are follows once a second. */
const PAUSE_MS = 1_000;

const QUEUE_EVENTS = ['routingQueuesChanged', 'routingSkillsChanged', 'hoursChanged', 'ticketRouted', 'liveChatQueue'] as const;
const SKILL_EVENTS = ['routingSkillsChanged', 'routingAgentsChanged', 'routingQueuesChanged'] as const;
const AGENT_EVENTS = ['routingAgentsChanged', 'routingSkillsChanged', 'routingQueuesChanged', 'usersChanged', 'presence', 'ticketRouted', 'liveChatQueue'] as const;
const SETTINGS_EVENTS = ['routingQueuesChanged'] as const;

/** Key of the agents' answer, which changes are shown in before they are saved. */
export const AGENTS_KEY = 'routing-agents';

/** The queues in their order. */
export const useQueues = () =>
  useSettingsQuery({ key: 'routing-queues', read: (options) => api.get('/api/routing/queues', options), events: QUEUE_EVENTS, pauseMs: PAUSE_MS, reloads: true });

/** The skills by name. */
export const useSkills = () =>
  useSettingsQuery({ key: 'routing-skills', read: (options) => api.get('/api/routing/skills', options), events: SKILL_EVENTS, pauseMs: PAUSE_MS, reloads: true });

/** The agents by name, with what they hold. */
export const useAgents = () =>
  useSettingsQuery({ key: AGENTS_KEY, read: (options) => api.get('/api/routing/agents', options), events: AGENT_EVENTS, pauseMs: PAUSE_MS, reloads: true });

/** What holds for all agents. */
export const useRoutingSettings = () =>
  useSettingsQuery({ key: 'routing-settings', read: (options) => api.get('/api/routing/settings', options), events: SETTINGS_EVENTS, reloads: true });
