import { api } from '../api/client';
import { asProblem } from '../api/problem';
import { checkSession } from './check';

export interface Credentials {
  username: string;
  password: string;
  type: 'admin' | 'agent';
  tfa: string;
}

export type LoginOutcome = { kind: 'in' } | { kind: 'second-factor' } | { kind: 'failed'; text: string | null; refused?: boolean };

export const SECOND_FACTOR = '2FA required.';
const WRONG_CODE = 'The two-factor code is wrong.';

/** `refused`: the server knows nobody by this name, password and kind; it does not say which of them is wrong. */
function outcomeOf(description: string | null | undefined, refused: boolean): LoginOutcome {
  if (description === SECOND_FACTOR) return { kind: 'second-factor' };
  // Whose code is asked for is known by name, password and kind.
  return { kind: 'failed', text: description ?? null, refused: refused && description !== WRONG_CODE };
}

export async function logIn(credentials: Credentials): Promise<LoginOutcome> {
  try {
    const { username, password, type, tfa } = credentials;
    await api.post('/api/auth2', { json: { client: username, password, type, tfa } });
    return (await checkSession()) ? { kind: 'in' } : { kind: 'failed', text: null };
  } catch (thrown) {
    const { description, status } = asProblem(thrown);
    return outcomeOf(description, status === 401);
  }
}
