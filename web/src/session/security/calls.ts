import { untyped as api } from '../../api/client';
import type { components } from '../../api/openapi.gen';

type Schemas = components['schemas'];

export type FactorState = Schemas['FactorState'];
export type Enrolment = Schemas['Enrolment'];
export type OwnSession = Schemas['OwnSession'];
type RecoveryCodes = Schemas['RecoveryCodes'];

const FACTOR = '/api/me/two-factor';
const SESSIONS = '/api/me/sessions';

/** What a person asks of the server about their own sign-in. */
export const calls = {
  factor: () => api.get<FactorState>(FACTOR),
  begin: (password: string) => api.post<Enrolment>(FACTOR, { password }),
  confirm: (code: string) => api.post<RecoveryCodes>(`${FACTOR}/confirm`, { code }),
  newCodes: (password: string) => api.post<RecoveryCodes>(`${FACTOR}/recovery-codes`, { password }),
  turnOff: (password: string) => api.post(`${FACTOR}/off`, { password }),
  sessions: () => api.get<OwnSession[]>(SESSIONS),
  end: (id: number) => api.delete(`${SESSIONS}/${id}`),
  endOthers: () => api.post(`${SESSIONS}/end-others`),
  password: (password: string, new_password: string) => api.post('/api/me/password', { password, new_password }),
};
