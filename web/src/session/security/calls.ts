import { api } from '../../api/client';
import type { components } from '../../api/openapi.gen';

type Schemas = components['schemas'];

export type FactorState = Schemas['FactorState'];
export type Enrolment = Schemas['Enrolment'];
export type OwnSession = Schemas['OwnSession'];

const FACTOR = '/api/me/two-factor';
const SESSIONS = '/api/me/sessions';

/** What a person asks of the server about their own sign-in. */
export const calls = {
  factor: () => api.get(FACTOR),
  begin: (password: string) => api.post(FACTOR, { json: { password } }),
  confirm: (code: string) => api.post(`${FACTOR}/confirm`, { json: { code } }),
  newCodes: (password: string) => api.post(`${FACTOR}/recovery-codes`, { json: { password } }),
  turnOff: (password: string) => api.post(`${FACTOR}/off`, { json: { password } }),
  sessions: () => api.get(SESSIONS),
  end: (id: number) => api.delete(`${SESSIONS}/{id}`, { path: { id } }),
  endOthers: () => api.post(`${SESSIONS}/end-others`),
  password: (password: string, new_password: string) => api.post('/api/me/password', { json: { password, new_password } }),
};
