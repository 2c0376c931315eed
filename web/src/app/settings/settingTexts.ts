import { loadActionTexts } from '../../actions/texts';

/** The texts of one setting: what it is called, and the sentence below it where it has one. */
export interface SettingTexts {
  label: string;
  about?: string;
  /** Of a section that everybody has, what only admins find there. */
  adminOnly?: true;
}

/** What a section says of itself and of the settings in it, by the keys of the texts that are on screen. */
export interface SectionTexts {
  /** Brings the texts of the section's room. */
  load: () => Promise<unknown>;
  about?: string;
  settings: readonly SettingTexts[];
}

/** Keys of one room; a key with a colon is another room's. */
function of(space: string, load: () => Promise<unknown>, about: string | null, ...pairs: readonly (readonly [label: string, about?: string])[]): SectionTexts {
  const key = (name: string) => (name.includes(':') ? name : `${space}:${name}`);
  return {
    load,
    ...(about === null ? {} : { about: key(about) }),
    settings: pairs.map(([label, text]) => ({ label: key(label), ...(text === undefined ? {} : { about: key(text) }) })),
  };
}

/** Fields whose sentence has the name of the field with an ending. */
function hinted(names: readonly string[], prefix = '', ending = '_hint'): readonly (readonly [string, string])[] {
  return names.map((name) => [`${prefix}${name}`, `${prefix}${name}${ending}`]);
}

const beside = (names: readonly string[], label: string, about: string): readonly (readonly [string, string])[] =>
  names.map((name) => [`${label}${name}`, `${about}${name}`]);

const permission = (name: string): readonly [string, string] => [`permission.${name}.label`, `permission.${name}.text`];

const forAdmins = (label: string): SettingTexts => ({ label: `notifications:kind.${label}.name`, about: 'notifications:section.kinds', adminOnly: true });

const replies = () => import('../../replies/texts');
const rules = () => import('../../rules/texts');
const hours = () => import('../../hours/texts');
const integrations = () => import('../../integrations/texts');
const people = () => import('../../people/texts');
const notifications = of(
  'notifications',
  () => import('../../notifications/texts'),
  null,
  ['section.sound', 'section.sound_text'],
  ['section.browser', 'section.browser_text'],
  ['section.push', 'section.push_text'],
  ['section.kinds', 'section.kinds_text'],
  ...['assigned', 'removed', 'mentioned', 'late', 'sla_warning', 'sla_breached'].map((kind) => [`kind.${kind}.name`, 'section.kinds'] as const),
);

/** By the section's id. */
export const SETTING_TEXTS: Readonly<Record<string, SectionTexts>> = {
  profile: of('profile', () => import('../../session/profile/texts'), null, ['photo.add'], ['username'], ...hinted(['name', 'email']), ['timezone'], ['language']),
  security: of(
    'security',
    () => import('../../session/security/texts'),
    null,
    ['password.title', 'password.hint'],
    ['factor.title', 'factor.about'],
    ['codes.label', 'codes.text'],
    ['sessions.title'],
    ['sessions.others', 'sessions.others_text'],
  ),
  notifications: {
    ...notifications,
    settings: [...notifications.settings, ...['channel_trouble', 'channel_sign_in', 'quarantined', 'webhook_off'].map(forAdmins)],
  },
  appearance: of('settings', () => Promise.resolve(), null, ['translation:account.theme', 'appearance.theme'], ['translation:account.language', 'appearance.language']),
  shortcuts: of('actions', loadActionTexts, null, ['translation:keys.enabled', 'translation:keys.enabled_hint'], ['after.title', 'after.hint'], ['edit.reset_all']),
  signatures: of('replies', replies, 'signature.about', ['signature.everywhere'], ['signature.enabled']),
  replies: of('replies', replies, 'about', ['title'], ['shortcut'], ['text', 'text_hint'], ['variables'], ['who']),
  rules: of(
    'rules',
    rules,
    'rule.about',
    ['name'],
    ['when'],
    ...hinted(['wait', 'stop']),
    ['then'],
    ['enabled'],
    ['trial.title', 'trial.hint'],
    ['run.title'],
  ),
  macros: of('rules', rules, 'macro.about', ['name'], ...hinted(['macro.departments']), ['then']),
  sla: of(
    'sla',
    () => import('../../sla/texts'),
    'about',
    ['name'],
    ['conditions:title', 'conditions_hint'],
    ['targets', 'targets_hint'],
    ...['first_reply', 'next_reply', 'resolution', 'update'].map((metric) => [`due:metric.${metric}`, `metric.${metric}`] as const),
    ...hinted(['calendar', 'warn_percent', 'pause_pending', 'reopen']),
    ['enabled'],
  ),
  routing: of(
    'routing',
    () => import('../../routing/texts'),
    'about',
    ['name'],
    ['conditions:title', 'conditions_hint'],
    ['members'],
    ['strategy_label'],
    ['skills', 'skills_hint'],
    ...hinted(['offer_ask', 'offer_seconds', 'wrap_up_seconds', 'priority', 'ageing_minutes', 'preferred_seconds', 'relax_seconds']),
    ...hinted(['overflow_queue_id', 'overflow_minutes', 'calendar', 'enabled']),
    ['people.title', 'people.about'],
    ['people.default_capacity', 'people.default_capacity_hint'],
    ['people.default_chat_capacity', 'people.default_chat_capacity_hint'],
  ),
  'routing-replay': of(
    'routing',
    () => import('../../routing/texts'),
    'replay.about',
    ['replay.days_label', 'replay.days_hint'],
    ...hinted(['target', 'what_if', 'capacities'], 'replay.'),
    ['replay.extra.title'],
    ['replay.list'],
  ),
  assist: of('assist', () => import('../../assist/texts'), 'about', ['tasks', 'tasks_hint'], ...hinted(['emotions', 'voices', 'redact']), ['log.title', 'log.about']),
  hours: of('hours', hours, 'about', ['name'], ['zone'], ['week'], ...hinted(['default'])),
  holidays: of('hours', hours, 'holiday.about', ['name'], ['holiday.date'], ['holiday.calendar'], ['holiday.yearly']),
  announcements: of('announcements', () => import('../../announcements/texts'), 'about', ['text'], ['how'], ...hinted(['link', 'from', 'until'])),
  emoji: of('emoji', () => import('../../emoji/texts'), 'about', ...hinted(['name', 'picture'])),
  'custom-fields': of('custom_fields', () => import('../../fields/texts'), 'about', ...hinted(['label', 'kind', 'help', 'required'], 'field.'), ['choices']),
  'contact-fields': of(
    'contact_fields',
    () => import('../../contactFields/texts'),
    'about',
    ...beside(['salutation', 'email', 'phone', 'identity', 'birth_date', 'notes'], 'field.', 'hint.'),
    ...hinted(['types']),
  ),
  'ticket-forms': of(
    'entry',
    () => import('../../entry/texts'),
    'form.about',
    ...hinted(['name', 'heading'], 'form.'),
    ['form.intro'],
    ['department', 'form.department_hint'],
    ['severity'],
    ['labels'],
    ['assignee'],
    ...hinted(['required', 'active'], 'form.'),
    ['form.link'],
  ),
  widget: of(
    'widget',
    () => import('../../widget/texts'),
    'about',
    ...hinted(['enabled', 'sites', 'greeting_on', 'after', 'pages']),
    ...hinted(['title', 'launcher', 'greeting'], 'text.'),
    ['position'],
    ...hinted(['accent', 'fresh']),
    ['tag', 'install_hint'],
    ...hinted(['identity']),
  ),
  surveys: of(
    'surveys',
    () => import('../../surveys/texts'),
    'about',
    ...hinted(['name', 'languages', 'title', 'intro', 'invite', 'thanks', 'automatic', 'delay_minutes', 'expires_days', 'again_days', 'active'], 'field.'),
    ['field.channels'],
    ['field.departments'],
    ['questions'],
    ['tab.answers', 'window'],
    ['export'],
  ),
  'scheduled-reports': of(
    'schedules',
    () => import('../../schedules/texts'),
    'about',
    ['field.report'],
    ['field.days'],
    ['field.format'],
    ['field.repeat'],
    ['field.timezone'],
    ...hinted(['recipients', 'skip_empty', 'enabled']),
  ),
  'blocked-senders': of('blocks', () => import('../../blocks/texts'), 'about', ...hinted(['unblock', 'restore', 'discard'], '', '_text')),
  'api-keys': of('integrations', integrations, 'key.about', ...hinted(['key.name']), ['key.may'], ...beside(['read', 'write', 'admin'], 'key.scope.', 'key.scope_text.')),
  webhooks: of('integrations', integrations, 'hook.about', ...hinted(['hook.url']), ['hook.events'], ['hook.enabled'], ['hook.secret'], ['delivery.title'], ['delivery.ping']),
  imports: of(
    'imports',
    () => import('../../imports/texts'),
    'about',
    ['start.contacts'],
    ['start.tickets'],
    ['export.title', 'export.about'],
    ...hinted(['known', 'date_order', 'timezone'], 'option.'),
    ['refused.title', 'refused.rows'],
  ),
  subscription: of(
    'app',
    () => import('../texts'),
    'plans.how',
    ...['plan', 'last_day', 'fact_alerts', 'fact_mail', 'fact_chats', 'fact_storage', 'compare'].map((name) => [`plans.${name}`] as const),
  ),
  labels: of('labels', () => import('../../labels/texts'), 'about', ['name'], ['color'], ['colorDark'], ['level'], ['sla']),
  'custom-statuses': of('presence', () => import('../../presence/texts'), 'customs_about', ['new_name']),
  departments: of('people', people, 'departments.about', ['field.department'], ['field.members', 'hint.members']),
  users: of(
    'people',
    people,
    'users.about',
    ...beside(['username', 'name'], 'field.', 'hint.'),
    ['field.email'],
    ['field.role'],
    ['field.type'],
    ['field.rank'],
    ['field.password', 'hint.password'],
    ['field.departments'],
    ['link.make'],
  ),
  roles: of(
    'people',
    people,
    'roles.about',
    ['field.role_name'],
    ['field.type'],
    ['field.rank'],
    ['permissions.grants'],
    ...['view_report', 'view_all', 'supervise', 'view_audit', 'api_keys', 'call_settings'].map(permission),
    ['permissions.hides'],
    ...['hide_chat', 'hide_kanban', 'hide_contacts', 'hide_case', 'hide_calendar', 'hide_call', 'hide_knowledgebase', 'hide_block'].map(permission),
    ['permissions.limits'],
    ...['notes_only', 'read_only'].map(permission),
  ),
  audit: of('audit', () => import('../../audit/texts'), 'about', ['filter.who'], ['filter.action'], ['filter.from'], ['filter.until'], ['export']),
};
