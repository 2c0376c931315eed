import { api } from '../api/client';
import type { components } from '../api/openapi.gen';

type Schemas = components['schemas'];
export type User = Schemas['User'];
export type Team = Schemas['Team'];
export type UsersPage = Schemas['UsersPage'];
export type PasswordLink = Schemas['PasswordLink'];

/** What may be granted, then what may be hidden: as the server knows them. */
export const GRANTS = ['view_report', 'call_settings'] as const;
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

/** The rank of a user of whom nothing else was said; a lower one is higher. */
export const RANK_MAX = 9_999_999;
const PASSWORD_MIN = 8;

/** A user's form. */
export interface Form {
  username: string;
  name: string;
  email: string;
  type: 'admin' | 'agent';
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

export function formOf(user: User | null): Form {
  if (user === null) {
    return { username: '', name: '', email: '', type: 'agent', rank: String(RANK_MAX), permissions: [], departments: [], password: '', how: 'link' };
  }
  const { username, name, email, type, permissions, departments } = user;
  return { username, name, email, type, rank: String(user.rank), permissions, departments, password: '', how: 'typed' };
}

export type Field = keyof Form;

/** What cannot be sent, by field, as keys of texts. The server says the rest. */
export function faultsOf(form: Form, isNew: boolean, ownRank: number): Partial<Record<Field, string>> {
  const rank = Number(form.rank);
  const whole = /^\d+$/.test(form.rank.trim()) && rank >= 1 && rank <= RANK_MAX;
  return {
    ...(isNew && form.username.trim() === '' ? { username: 'fault.username' } : {}),
    ...(isNew && form.how === 'mail' && form.email.trim() === '' ? { email: 'fault.email' } : {}),
    ...(whole ? (rank < ownRank ? { rank: 'fault.rank_above' } : {}) : { rank: 'fault.rank' }),
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
    type: form.type,
    rank: Number(form.rank),
    permissions: form.permissions,
    departments: form.departments,
  };
  if (form.how === 'typed' && form.password !== '') draft.password = form.password;
  if (user === null) return { ...draft, username: form.username.trim() };
  const before: Record<string, unknown> = { ...user };
  const same = (name: string, value: unknown) => JSON.stringify(value) === JSON.stringify(before[name]);
  return Object.fromEntries(Object.entries(draft).filter(([name, value]) => !same(name, value)));
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
  removeTeam: (id: number) => api.delete('/api/departments/{id}', { path: { id } }),
};
