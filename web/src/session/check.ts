import { api } from '../api/client';
import { keep } from '../api/keep';
import { asProblem } from '../api/problem';
import type { SessionAnswer } from '../api/types';
import { isCounted, sessionFrom, SILENT_FAILURES } from './model';
import { rememberName } from './remembered';
import { useSession } from './store';

const EVERY_MS = 300_000;
const RETRY_MS = 5_000;
/** Written at log-out, so that the other tabs of this browser hear of it at once. */
const LEFT_KEY = 'patchbay.logged_out';

let failures = 0;
let timer: ReturnType<typeof setTimeout> | null = null;

/** The cookie is the server's to clear; a readable leftover of it is cleared here as well. */
export function clearCookie(): void {
  document.cookie = 'auth=; Max-Age=0; path=/; SameSite=Lax';
}

function schedule(delay: number): void {
  if (timer !== null) clearTimeout(timer);
  timer = setTimeout(() => void checkSession().catch(() => undefined), delay);
}

function stop(): void {
  if (timer !== null) clearTimeout(timer);
  timer = null;
}

function take(answer: SessionAnswer): void {
  failures = 0;
  const session = sessionFrom(answer);
  rememberName(session.name);
  useSession.setState((state) => ({
    phase: 'in',
    session,
    trouble: false,
    outdated:
      state.outdated || (state.session !== null && session.version > state.session.version),
  }));
  schedule(EVERY_MS);
}

function refuse(): void {
  stop();
  clearCookie();
  const wasIn = useSession.getState().phase === 'in';
  useSession.setState({ phase: 'out', session: null, trouble: false });
  if (wasIn) window.location.reload();
}

function fail(status: number): void {
  if (isCounted(status)) failures += 1;
  if (failures > SILENT_FAILURES) {
    stop();
    useSession.setState({ phase: 'broken' });
    return;
  }
  useSession.setState({ trouble: true });
  schedule(RETRY_MS);
}

let running: Promise<boolean> | null = null;

/** Tabs share one cookie, and the refresh token in it is good for one use: they take turns. */
function inTurn(work: () => Promise<boolean>): Promise<boolean> {
  return 'locks' in navigator ? navigator.locks.request('patchbay-session', work) : work();
}

/**
 * Asks the server whether the session holds and takes the renewed one.
 * True: it holds. False: it does not, and the login is shown. Throws when nobody could tell.
 */
export function checkSession(): Promise<boolean> {
  running ??= inTurn(ask).finally(() => {
    running = null;
  });
  return running;
}

async function ask(): Promise<boolean> {
  try {
    const answer = await api.post('/api/auth/check', { json: {
      _token: '-',
      refresh_token: '-',
    } });
    if (answer.result !== 'success') {
      refuse();
      return false;
    }
    take(answer);
    return true;
  } catch (thrown) {
    const problem = asProblem(thrown);
    if (problem.status === 401) {
      refuse();
      return false;
    }
    fail(problem.status);
    throw problem;
  }
}

export function startChecking(): void {
  void checkSession().catch(() => undefined);
  window.addEventListener('storage', (event) => {
    if (event.key === LEFT_KEY) void checkSession().catch(() => undefined);
  });
}

/** Ends the session on the server; whatever it answers, this browser is out. */
export async function logOut(): Promise<void> {
  stop();
  try {
    await api.delete('/api/user/signout');
  } finally {
    clearCookie();
    keep(LEFT_KEY, String(Date.now()));
    useSession.setState({ phase: 'out', session: null, trouble: false });
  }
}

/** For tests, which start from nothing. */
export function resetCheck(): void {
  stop();
  failures = 0;
  running = null;
}
