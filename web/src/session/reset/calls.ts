import { api } from '../../api/client';

const PATH = '/api/password_reset';

export const calls = {
  state: () => api.get(PATH),
  ask: (email: string) => api.post(PATH, { json: { email } }),
  check: (link: string) => api.post(`${PATH}/check`, { json: { link } }),
  finish: (link: string, password: string) => api.post(`${PATH}/finish`, { json: { link, password } }),
};
