import { untyped as api } from '../../api/client';
import type { components } from '../../api/openapi.gen';

type Schemas = components['schemas'];

const PATH = '/api/password_reset';

export const calls = {
  state: () => api.get<Schemas['ResetState']>(PATH),
  ask: (email: string) => api.post(PATH, { email }),
  check: (link: string) => api.post<Schemas['LinkedUser']>(`${PATH}/check`, { link }),
  finish: (link: string, password: string) => api.post(`${PATH}/finish`, { link, password }),
};
