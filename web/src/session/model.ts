import type { Settings } from '../api/contactFields';
import type { SessionAnswer } from '../api/types';

export const PERMISSIONS = [
  'view_report',
  'hide_chat',
  'hide_kanban',
  'hide_contacts',
  'hide_case',
  'hide_calendar',
  'hide_call',
  'call_settings',
  'hide_knowledgebase',
  'hide_block',
  'view_all',
  'supervise',
  'view_audit',
  'api_keys',
  'notes_only',
  'read_only',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

export interface Session {
  username: string;
  name: string;
  photo: string;
  userId: number;
  /** The account's id. */
  client: string;
  /** Only 'admin' is special; every other type behaves as agent. */
  isAdmin: boolean;
  rank: number;
  plan: number;
  /** When the plan ends, in milliseconds; null when it does not. */
  planEndsAt: number | null;
  /** Whether it has, by the clock of the server. */
  planEnded: boolean;
  /** What of the product the account has. */
  features: readonly string[];
  permissions: Readonly<Record<Permission, boolean>>;
  timezone: string;
  /** The language the person chose for every browser; empty for none. */
  language: string;
  adminName: string;
  version: number;
  /** Whether an admin put the dashboard on the home page of the account. */
  isDashboardOn: boolean;
  /** Whether a call that rings shows itself to whoever is no admin. */
  popsUpOnCall: boolean;
  /** What the keys mean that callers press, where somebody said so: as it came, for `tickets/calls/pressed` to read. */
  keypresses?: unknown;
  /** Which fields contacts have, and the identity types: as they came, for `api/contactFields` to read. */
  contactFields?: unknown;
  contactTypes?: unknown;
}

/** The plan of an account that only tries the product. */
export const TRIAL_PLAN = 0;
/** Stands for a plan and a rank while nothing is known: nothing that hangs on them shows. */
export const UNKNOWN_PLAN = 99;
export const UNKNOWN_RANK = 9_999_999;

/** The server sends permissions as a list; screens get an object of true and false. */
export function permissionsOf(list: readonly string[]): Record<Permission, boolean> {
  const held = new Set(list);
  return Object.fromEntries(PERMISSIONS.map((name) => [name, held.has(name)])) as Record<
    Permission,
    boolean
  >;
}

/** The part of the server's answer that the screens need. */
export type SessionFacts = Pick<
  SessionAnswer,
  | 'username'
  | 'name'
  | 'photo'
  | 'user_id'
  | 'client'
  | 'type'
  | 'rank'
  | 'plan'
  | 'plan_ends_at'
  | 'plan_ended'
  | 'productDetails'
  | 'permission'
  | 'timezone'
  | 'language'
  | 'adminName'
  | 'version'
> &
  Settings & {
    /** The first one has the account's settings, among them `dashboard_on` and `popup_on_call`. */
    settings?: readonly object[];
  };

function isDashboardOn([account]: readonly object[] = []): boolean {
  return account !== undefined && 'dashboard_on' in account && account.dashboard_on === 1;
}

/** By itself it does. */
function popsUpOnCall([account]: readonly object[] = []): boolean {
  return account === undefined || !('popup_on_call' in account) || account.popup_on_call === 1;
}

export function sessionFrom(answer: SessionFacts): Session {
  return {
    username: answer.username,
    name: answer.name || answer.username,
    photo: answer.photo,
    userId: answer.user_id,
    client: String(answer.client),
    isAdmin: answer.type === 'admin',
    rank: answer.rank,
    plan: answer.plan,
    planEndsAt: answer.plan_ends_at ?? null,
    planEnded: answer.plan_ended,
    features: answer.productDetails,
    permissions: permissionsOf(answer.permission),
    // What no admin and no person ever chose comes as UTC: this browser knows better. Who wants UTC chooses Etc/UTC.
    timezone: answer.timezone === 'UTC' ? '' : answer.timezone,
    language: answer.language,
    adminName: answer.adminName,
    version: answer.version.id,
    isDashboardOn: isDashboardOn(answer.settings),
    popsUpOnCall: popsUpOnCall(answer.settings),
    keypresses: answer.settings?.[0] && 'keypresses' in answer.settings[0] ? answer.settings[0].keypresses : undefined,
    contactFields: answer.contacts_param,
    contactTypes: answer.contacts_param2,
  };
}

/** Only these two answers count as failures of the check; anything else is the line's fault. */
export function isCounted(status: number): boolean {
  return status === 403 || status === 500;
}

/** Five counted failures pass in silence; the sixth shows the error page. */
export const SILENT_FAILURES = 5;
