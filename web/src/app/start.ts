import { watchAnnouncements } from '../announcements/store';
import { useAgents } from '../api/agents';
import { lendRenewal } from '../api/client';
import { useCustomEmoji } from '../api/emoji';
import { useDepartments } from '../api/departments';
import { useFields } from '../api/fields';
import { useLabels } from '../api/labels';
import { onLineBack } from '../api/line';
import { usePlugins } from '../api/plugins';
import { useReplies, useSignatures } from '../api/replies';
import { loadMine, loadVariant } from '../api/variant';
import { watchPresence } from '../presence/watch';
import { watchNotices } from '../notifications/watch';
import { onEvent, onReload } from '../realtime/apply';
import { lendSessionCheck, realtime } from '../realtime/connection';
import { loadUnread, watchUnread } from '../realtime/unread';
import { checkSession, startChecking } from '../session/check';
import { takeSettings, useSession } from '../session/store';
import { watchTickets } from '../tickets/watch';
import { suggestLanguage } from '../i18n/i18n';
import { setTimezone } from '../ui/dates';
import { keepComposing } from '../ui/enter';
import { fetchPart } from '../ui/lazyPart';
import { dropDrafts } from '../ui/drafts';
import { watchSounds } from './sounds';
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

const SETTLED_MS = 1_500;
const PATIENCE_MS = 10_000;

/** Later, when the line may be gone, a dialog about that must not need the line. */
function fetchParts(): void {
  void Promise.allSettled(Object.values(parts).map(fetchPart));
}

function enter(): void {
  // The screen itself comes first: on a slow machine it takes longer than the pause.
  setTimeout(() => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(fetchParts, { timeout: PATIENCE_MS });
    else fetchParts();
  }, SETTLED_MS);
  realtime.start();
  void usePlugins.getState().load().catch(() => undefined);
  void useAgents.getState().load().catch(() => undefined);
  void useLabels.getState().load();
  void useCustomEmoji.getState().load();
  void useReplies.getState().load();
  void useSignatures.getState().load();
  void loadMine().catch(() => undefined);
  void loadUnread().catch(() => undefined);
}

/** Wires the parts that live outside React: the session, the socket and the stores it feeds. */
export function startWorkspace(): void {
  void dropServiceWorkers().catch(() => undefined);
  keepComposing();
  lendSessionCheck(checkSession);
  lendRenewal(checkSession);
  watchUnread();
  onEvent('settingsChanged', takeSettings);
  onEvent('pluginsChanged', () => void usePlugins.getState().load().catch(() => undefined));
  onEvent('labelsChanged', ({ labels }) => useLabels.getState().take(labels));
  onEvent('usersChanged', () => void useAgents.getState().load().catch(() => undefined));
  onReload(() => void useAgents.getState().load().catch(() => undefined));
  onEvent('departmentsChanged', ({ departments }) => useDepartments.getState().take(departments));
  onReload(() => {
    void useLabels.getState().load();
    // Read when the first place needs them; from then on they are kept up.
    if (useDepartments.getState().phase !== 'idle') void useDepartments.getState().load();
    if (useFields.getState().phase !== 'idle') void useFields.getState().load();
  });
  onEvent('customFieldsChanged', () => {
    if (useFields.getState().phase !== 'idle') void useFields.getState().load();
  });
  onEvent('customEmojiChanged', () => void useCustomEmoji.getState().load());
  onReload(() => void useCustomEmoji.getState().load());
  onEvent('cannedRepliesChanged', () => void useReplies.getState().load());
  onReload(() => void useReplies.getState().load());
  onEvent('signaturesChanged', ({ signatures }) => useSignatures.getState().take(signatures));
  onReload(() => void useSignatures.getState().load());
  onLineBack(() => {
    if (useAgents.getState().agents.length === 0) void useAgents.getState().load().catch(() => undefined);
    for (const store of [useLabels, useDepartments, useFields, useCustomEmoji, useReplies, useSignatures]) {
      const { phase, load } = store.getState();
      if (phase === 'failed') void load();
    }
  });
  watchAnnouncements();
  watchTickets();
  watchPresence();
  watchNotices();
  watchSounds();
  useSession.subscribe((now, before) => {
    if (now.session !== null) setTimezone(now.session.timezone);
    if (now.session !== null && now.session.language !== before.session?.language) {
      void suggestLanguage(now.session.language).catch(() => undefined);
    }
    if (now.phase === before.phase) return;
    if (now.phase === 'in') enter();
    if (now.phase === 'out' || now.phase === 'broken') realtime.stop('idle');
    if (now.phase === 'out') dropDrafts();
  });
  void loadVariant();
  startChecking();
}
