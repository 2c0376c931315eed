import type { components } from '../api/openapi.gen';

type Stored = components['schemas']['AuditEntry'];
export type AuditEntry = Omit<Stored, 'changes'> & { changes: Record<string, unknown> };
export type AuditAction = components['schemas']['AuditAction'];

/** Every action, in the order in which they are offered; a new one of the server has to be entered here. */
const OFFERED: Record<AuditAction, true> = {
  user_created: true,
  user_changed: true,
  user_disabled: true,
  user_enabled: true,
  password_link_made: true,
  user_invited: true,
  password_changed: true,
  password_reset: true,
  two_factor_on: true,
  two_factor_off: true,
  sessions_ended: true,
  role_created: true,
  role_changed: true,
  role_removed: true,
  department_created: true,
  department_changed: true,
  department_removed: true,
  view_created: true,
  view_changed: true,
  view_removed: true,
  reply_created: true,
  reply_changed: true,
  reply_removed: true,
  calendar_created: true,
  calendar_changed: true,
  calendar_removed: true,
  holiday_created: true,
  holiday_changed: true,
  holiday_removed: true,
  announcement_published: true,
  announcement_changed: true,
  announcement_withdrawn: true,
  statuses_changed: true,
  user_status_set: true,
  chat_watched: true,
  chat_taken_over: true,
  chat_whispered: true,
  emoji_added: true,
  emoji_deleted: true,
  api_key_made: true,
  api_key_revoked: true,
  webhook_created: true,
  webhook_changed: true,
  webhook_removed: true,
  webhook_given_up: true,
  sign_in_linked: true,
  client_signed_up: true,
  plan_chosen: true,
  features_chosen: true,
  ticket_form_created: true,
  ticket_form_changed: true,
  ticket_form_removed: true,
  rule_created: true,
  rule_changed: true,
  rule_removed: true,
  rules_ordered: true,
  sla_policy_created: true,
  sla_policy_changed: true,
  sla_policy_removed: true,
  sla_policies_ordered: true,
  routing_queue_created: true,
  routing_queue_changed: true,
  routing_queue_removed: true,
  routing_queues_ordered: true,
  routing_skill_created: true,
  routing_skill_renamed: true,
  routing_skill_removed: true,
  routing_agent_changed: true,
  routing_settings_changed: true,
  livechat_widget_changed: true,
  livechat_widget_secret_made: true,
  knowledge_category_created: true,
  knowledge_category_changed: true,
  knowledge_category_removed: true,
  knowledge_categories_ordered: true,
  knowledge_article_created: true,
  knowledge_article_changed: true,
  knowledge_article_removed: true,
  knowledge_article_published: true,
  knowledge_article_archived: true,
  macro_created: true,
  macro_changed: true,
  macro_removed: true,
  survey_created: true,
  survey_changed: true,
  survey_removed: true,
  report_schedule_created: true,
  report_schedule_changed: true,
  report_schedule_deleted: true,
  report_schedule_sent: true,
  custom_field_created: true,
  custom_field_changed: true,
  custom_field_archived: true,
  custom_fields_ordered: true,
  contact_changed: true,
  contact_fields_chosen: true,
  contact_merged: true,
  contact_unmerged: true,
  assist_changed: true,
  mcp_changed: true,
  mcp_tool_called: true,
  data_exported: true,
  call_settings_changed: true,
  dashboard_switched: true,
  dashboard_shared: true,
  dashboard_share_revoked: true,
  import_started: true,
  import_ended: true,
  import_cancelled: true,
  import_deleted: true,
  sender_blocked: true,
  sender_unblocked: true,
  held_restored: true,
  held_discarded: true,
  labels_saved: true,
  channel_connected: true,
  channel_changed: true,
  channel_signed_in: true,
  channel_removed: true,
  input_replayed: true,
  package_installed: true,
  package_activated: true,
  package_discarded: true,
  plugin_rolled_back: true,
  plugin_uninstalled: true,
  plugin_switched: true,
  key_trusted: true,
  key_distrusted: true,
};

export const ACTIONS = Object.keys(OFFERED) as AuditAction[];

/** What is looked for; days as the browser's date fields write them. */
export interface Wanted {
  who: string;
  action: string;
  from: string;
  until: string;
}

export const EVERYTHING: Wanted = { who: '', action: '', from: '', until: '' };

export interface AuditQuery extends Record<string, string | number | null> {
  who: string | null;
  action: string | null;
  from: number | null;
  until: number | null;
}

/** The query of a call; `startOf` says when a day begins, and the last day counts to its end. */
export function queryOf(wanted: Wanted, startOf: (day: string, later?: number) => number | null): AuditQuery {
  const text = (value: string) => (value.trim() === '' ? null : value.trim());
  return { who: text(wanted.who), action: text(wanted.action), from: startOf(wanted.from), until: startOf(wanted.until, 1) };
}

/** Where the same entries are taken away as a table. */
export function exportAddress(query: AuditQuery): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null) search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '/api/audit/export' : `/api/audit/export?${text}`;
}

/** One thing that changed: what it was, where that is known, and what it is. */
export interface Change {
  name: string;
  from: string | null;
  to: string;
}

export function changesOf(entry: AuditEntry): Change[] {
  return Object.entries(entry.changes).flatMap<Change>(([name, value]) => {
    if (isStep(value)) return [{ name, from: plain(value.from), to: plain(value.to) }];
    const to = plain(value);
    return to === '' ? [] : [{ name, from: null, to }];
  });
}

function isStep(value: unknown): value is { from: unknown; to: unknown } {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value;
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(plain).join(', ');
  if (typeof value === 'object') {
    const named = (value as { name?: unknown }).name;
    // What has no name is told by what stands in it: a step of a rule, a condition.
    return typeof named === 'string' ? named : Object.values(value).map(plain).filter((part) => part !== '').join(' ');
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
