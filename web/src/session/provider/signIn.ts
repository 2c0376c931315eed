import { api } from '../../api/client';
import { asProblem } from '../../api/problem';
import { checkSession } from '../check';
import { SECOND_FACTOR, type LoginOutcome } from '../login';

/** What the browser brought back from the provider. */
export type Back = { kind: 'token'; token: string } | { kind: 'failed'; text: string };

/** Reads what stands behind the hash sign, and takes it out of the address and the history at once. */
export function takeBack(place: Location, past: History): Back | null {
  const found = new URLSearchParams(place.hash.slice(1));
  const token = found.get('oauth');
  const text = found.get('oauth_failed');
  if (token === null && text === null) return null;
  past.replaceState(past.state, '', `${place.pathname}${place.search}`);
  return token === null ? { kind: 'failed', text: text ?? '' } : { kind: 'token', token };
}

/** Where the provider has people sign in. */
export async function beginSignIn(): Promise<string> {
  return (await api.post('/api/oauth/start')).url;
}

/** Whoever is asked for a second factor brings the same token once more. */
export async function verifyToken(token: string, tfa: string): Promise<LoginOutcome> {
  try {
    await api.post('/api/oauth/verify', { json: { token, tfa } });
    return (await checkSession()) ? { kind: 'in' } : { kind: 'failed', text: null };
  } catch (thrown) {
    const { description } = asProblem(thrown);
    return description === SECOND_FACTOR ? { kind: 'second-factor' } : { kind: 'failed', text: description ?? null };
  }
}
