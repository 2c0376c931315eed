import { keep } from '../api/keep';
import { lendRenewal } from '../api/client';
import { loadVariant } from '../api/variant';
import { checkSession, startChecking } from '../session/check';
import { useSession } from '../session/store';
import { suggestLanguage } from '../i18n/i18n';
import { setTimezone } from '../ui/dates';
import { keepComposing } from '../ui/enter';
import { fetchPart } from '../ui/lazyPart';
import { dropDrafts } from '../ui/drafts';
import { loadFrame } from './frame';
import { parts } from './parts';

/** The one worker there may be; without web push there is none. */
const PUSH_WORKER = '/push-worker.js';

/** Older releases could leave a worker behind that serves old files. */
async function dropServiceWorkers(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const workers = await navigator.serviceWorker.getRegistrations();
  const old = workers.filter((worker) => worker.active?.scriptURL !== new URL(PUSH_WORKER, window.location.href).href);
  await Promise.all(old.map((worker) => worker.unregister()));
}

/** Set while somebody is logged in here: whoever comes back is likely to be so still, and needs the desk. */
const INSIDE_KEY = 'patchbay.inside';
/** The login itself comes first. */
const SETTLED_MS = 1_500;
const PATIENCE_MS = 5_000;

/** While somebody types a name and a password, there is time for what comes after. */
function fetchDesk(): void {
  void loadFrame()
    .then((desk) => Promise.all([fetchPart(parts.home), desk.loadLive()]))
    .catch(() => undefined);
}

function whenIdle(run: () => void): void {
  setTimeout(() => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: PATIENCE_MS });
    else run();
  }, SETTLED_MS);
}

/** Wires the parts that live outside React: the session, and what whoever is logged in needs of the desk. */
export function startWorkspace(): void {
  // At the same time as the session is asked for; what keeps the desk up to date comes behind it.
  if (localStorage.getItem(INSIDE_KEY) !== null) {
    void loadFrame()
      .then((desk) => desk.loadLive())
      .catch(() => undefined);
  }
  void dropServiceWorkers().catch(() => undefined);
  keepComposing();
  lendRenewal(checkSession);
  useSession.subscribe((now, before) => {
    if (now.session !== null) setTimezone(now.session.timezone);
    if (now.session !== null && now.session.language !== before.session?.language) {
      void suggestLanguage(now.session.language).catch(() => undefined);
    }
    if (now.phase === before.phase) return;
    if (now.phase === 'in') {
      keep(INSIDE_KEY, 'yes');
      void loadFrame()
        .then((desk) => desk.enterDesk())
        .catch(() => undefined);
    }
    if (now.phase === 'out') {
      localStorage.removeItem(INSIDE_KEY);
      dropDrafts();
      whenIdle(fetchDesk);
    }
  });
  void loadVariant();
  startChecking();
}
