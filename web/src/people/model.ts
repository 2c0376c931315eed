import { api } from '../api/client';
import type { components } from '../api/openapi.gen';

type Schemas = components['schemas'];
export type User = Schemas['User'];
export type Team = Schemas['Team'];
export type Role = Schemas['Role'];
export type UsersPage = Schemas['UsersPage'];
export type PasswordLink = Schemas['PasswordLink'];

/** What may be granted, what may be hidden and what limits: as the server knows them. */
export const GRANTS = ['view_report', 'view_all', 'supervise', 'view_audit', 'api_keys', 'call_settings'] as const;
export const HIDES = [
  'hide_chat',
  'hide_kanban',
  'hide_contacts',
  'hide_case',
  'hide_calendar',
  'hide_call',
  'hide_knowledgebase',
  'hide_block',
] as const;
/** How much a user may change; the narrower one counts. */
export const LIMITS = ['notes_only', 'read_only'] as const;

/** The rank of a user of whom nothing else was said; a lower one is higher. */
export const RANK_MAX = 9_999_999;
const PASSWORD_MIN = 8;

/** A user's form. */
export interface Form {
  username: string;
  name: string;
  email: string;
  /** The id of a role; empty where type, rank and permissions are said one by one. */
  role: string;
  type: Role['type'];
  rank: string;
  permissions: string[];
  departments: number[];
  password: string;
  how: PasswordWay;
}

/** How a user comes to a first password: by a link in a mail or from the admin, or as it is typed here. */
export type PasswordWay = 'mail' | 'link' | 'typed';

/** As the server keeps ids, so that one taken away and put back is no change. */
export const inOrder = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b);

/** The role that a new user has where nothing else is chosen; empty where an admin deleted it. */
export function usualRole(roles: readonly Role[]): string {
  const agent = roles.find(({ builtin }) => builtin === 'agent');
  return agent === undefined ? '' : String(agent.id);
}

export function formOf(user: User | null, roles: readonly Role[]): Form {
  if (user === null) {
    return { username: '', name: '', email: '', role: usualRole(roles), type: 'agent', rank: String(RANK_MAX), permissions: [], departments: [], password: '', how: 'link' };
  }
  const { username, name, email, type, permissions, departments } = user;
  return { username, name, email, role: roles.some(({ id }) => id === user.role) ? String(user.role) : '', type, rank: String(user.rank), permissions, departments, password: '', how: 'typed' };
}

export type Field = keyof Form;

/** What is wrong with a rank as it was typed, as the key of a text. */
export function rankFault(typed: string, ownRank: number): string | undefined {
  const rank = Number(typed);
  if (!/^\d+$/.test(typed.trim()) || rank < 1 || rank > RANK_MAX) return 'fault.rank';
  return rank < ownRank ? 'fault.rank_above' : undefined;
}

/** What cannot be sent, by field, as keys of texts. The server says the rest. */
export function faultsOf(form: Form, isNew: boolean, ownRank: number): Partial<Record<Field, string>> {
  const rank = form.role === '' ? rankFault(form.rank, ownRank) : undefined;
  return {
    ...(isNew && form.username.trim() === '' ? { username: 'fault.username' } : {}),
    ...(isNew && form.how === 'mail' && form.email.trim() === '' ? { email: 'fault.email' } : {}),
    ...(rank === undefined ? {} : { rank }),
    ...(isNew && form.how === 'typed' && form.password === '' ? { password: 'fault.password' } : {}),
    ...(form.how === 'typed' && form.password !== '' && form.password.length < PASSWORD_MIN ? { password: 'fault.password_short' } : {}),
  };
}

type Draft = Schemas['UserDraft'];

/** What is sent: everything of a new user, and of another one what is different. */
export function draftOf(form: Form, user: User | null): Draft {
  const draft: Draft = {
    name: form.name.trim(),
    email: form.email.trim(),
    // A role says the rest, and the server takes one or the other.
    ...(form.role === '' ? { role: null, type: form.type, rank: Number(form.rank), permissions: form.permissions } : { role: Number(form.role) }),
    departments: form.departments,
  };
  if (form.how === 'typed' && form.password !== '') draft.password = form.password;
  return user === null ? { ...draft, username: form.username.trim() } : changed(draft, user);
}

/** Entries of an object that are not what they were. */
export function changed<T extends object>(draft: T, before: object): Partial<T> {
  const known = new Map<string, unknown>(Object.entries(before));
  const same = (name: string, value: unknown) => JSON.stringify(value) === JSON.stringify(known.get(name));
  return Object.fromEntries(Object.entries(draft).filter(([name, value]) => !same(name, value))) as Partial<T>;
}

export const calls = {
  users: (search: string, from: number) => api.get('/api/users', { query: { search, from } }),
  create: (draft: Draft) => api.post('/api/users', { json: draft }),
  change: (id: number, draft: Draft) => api.patch('/api/users/{id}', { path: { id }, json: draft }),
  enable: (id: number, enabled: boolean) => api.put('/api/users/{id}/enabled', { path: { id }, json: { enabled } }),
  link: (id: number) => api.post('/api/users/{id}/password-link', { path: { id } }),
  invite: (id: number) => api.post('/api/users/{id}/invitation', { path: { id } }),
  /** Whether this desk sends mails of its own. */
  mails: () => api.get('/api/password_reset'),
  teams: () => api.get('/api/departments'),
  addTeam: (name: string, members: number[]) => api.post('/api/departments', { json: { name, members } }),
  changeTeam: (id: number, name: string, members: number[]) => api.patch('/api/departments/{id}', { path: { id }, json: { name, members } }),
  roles: () => api.get('/api/roles'),
  addRole: (draft: Schemas['RoleDraft']) => api.post('/api/roles', { json: draft }),
  changeRole: (id: number, draft: Schemas['RoleDraft']) => api.patch('/api/roles/{id}', { path: { id }, json: draft }),
  removeRole: (id: number) => api.delete('/api/roles/{id}', { path: { id } }),
  removeTeam: (id: number) => api.delete('/api/departments/{id}', { path: { id } }),
};
