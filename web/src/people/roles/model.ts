import { HIDES, LIMITS, changed, type Role } from '../model';

type Translate = (key: string, values?: Record<string, unknown>) => string;

/** What the six were called when the desk was made. An admin may have called one anything else since. */
const BEGAN: Readonly<Record<NonNullable<Role['builtin']>, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  supervisor: 'Supervisor',
  agent: 'Agent',
  light_agent: 'Light agent',
  auditor: 'Auditor',
};

/** A role's name: in the reader's language where nobody gave it another one. */
export function roleName({ name, builtin }: Pick<Role, 'name' | 'builtin'>, t: Translate): string {
  return builtin !== null && BEGAN[builtin] === name ? t(`roles.builtin.${builtin}`) : name;
}

/** What a type and permissions come to. */
export type Rights = Pick<Role, 'type' | 'permissions'>;

const has = ({ permissions }: Rights, names: readonly string[]) => names.filter((name) => permissions.includes(name));

/** What people of a role see and do, in sentences. */
export function rightsWords(rights: Rights, t: Translate, language: string): string {
  const list = (names: readonly string[]) => new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
  // What is hidden from agents is not hidden from admins, but for the kanban.
  const hidden = has(rights, rights.type === 'admin' ? ['hide_kanban'] : HIDES).map((name) => t(`roles.hidden.${name}`));
  const without = hidden.length === 0 ? [] : [t('roles.hides', { what: list(hidden) })];
  if (rights.type === 'admin') return [t('roles.does.admin'), ...without].join(' ');
  const [limit] = has(rights, LIMITS).reverse();
  const tickets = t(rights.permissions.includes('view_all') ? 'roles.sees_all' : 'roles.sees_own');
  const granted = (names: readonly string[]) => names.map((name) => t(`roles.granted.${name}`));
  // Reports bring the board with them.
  const seen = has(rights, ['view_report', 'view_audit']).flatMap((name) => (name === 'view_report' ? [name, 'board'] : [name]));
  const done = limit === undefined ? has(rights, ['supervise', 'api_keys', 'call_settings']) : [];
  return [t('roles.sees', { what: list([tickets, ...granted(seen)]) }), t(`roles.does.${limit ?? 'agent'}`), ...granted(done), ...without].join(' ');
}

/** A role's form. */
export interface RoleForm {
  name: string;
  type: Role['type'];
  rank: string;
  permissions: string[];
}

/** Below agents, who begin with 10: a new role stands above nobody by mistake. */
const NEW_RANK = 20;

export function roleForm(role: Role | null, ownRank: number, t: Translate): RoleForm {
  if (role === null) return { name: '', type: 'agent', rank: String(Math.max(NEW_RANK, ownRank)), permissions: [] };
  return { name: roleName(role, t), type: role.type, rank: String(role.rank), permissions: role.permissions };
}

/** What is sent: everything of a new role, and of another one what is different. */
export function roleDraft(form: RoleForm, role: Role | null, t: Translate) {
  const draft = { name: form.name.trim(), type: form.type, rank: Number(form.rank), permissions: form.permissions };
  // A translated name that stays is no other name.
  return role === null ? draft : changed(draft, { ...role, name: roleName(role, t) });
}
