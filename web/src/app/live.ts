import { watchAnnouncements } from '../announcements/store';
import { useAgents } from '../api/agents';
import { useCustomEmoji } from '../api/emoji';
import { useDepartments } from '../api/departments';
import { useFields } from '../api/fields';
import { useLabels } from '../api/labels';
import { onLineBack } from '../api/line';
import { usePlugins } from '../api/plugins';
import { useReplies, useSignatures } from '../api/replies';
import { watchNotices } from '../notifications/watch';
import { watchOffers } from '../offers/watch';
import { watchPresence } from '../presence/watch';
import { applyReload, onEvent, onReload } from '../realtime/apply';
import { lendSessionCheck, realtime } from '../realtime/connection';
import { loadUnread, watchUnread } from '../realtime/unreadCount';
import { checkSession } from '../session/check';
import { takeSettings, useSession } from '../session/store';
import { useRoutingQueues, watchRoutingQueues } from '../tickets/details/routing/queues';
import { watchTickets } from '../tickets/watch';
import { watchSounds } from './sounds';
import { tellOffer } from './tellOffer';

let watching = false;

/** Ties the stores to the socket, once, before it is opened the first time. */
function watch(): void {
  if (watching) return;
  watching = true;
  lendSessionCheck(checkSession);
  watchUnread(() => useSession.getState().session?.username ?? '');
  onEvent('settingsChanged', takeSettings);
  onEvent('pluginsChanged', () => void usePlugins.getState().load().catch(() => undefined));
  // Menus follow at once, and what this person sees now or sees no longer is read anew.
  onEvent('rightsChanged', () => void checkSession().then(applyReload).catch(() => undefined));
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
  watchOffers(tellOffer);
  watchRoutingQueues();
  useSession.subscribe((now, before) => {
    if (now.phase !== before.phase && (now.phase === 'out' || now.phase === 'broken')) realtime.stop('idle');
  });
}

/** Keeps up to date what whoever is logged in sees. The first screen does not wait for its code. */
export function enterLive(): void {
  watch();
  if (useSession.getState().phase !== 'in') return;
  realtime.start();
  void useCustomEmoji.getState().load();
  void useReplies.getState().load();
  void useSignatures.getState().load();
  void useRoutingQueues.getState().load();
  void loadUnread().catch(() => undefined);
  // Accounts without calls do without the code.
  if (useSession.getState().session?.features.includes('call')) void import('./incomingCalls').then(({ watchIncomingCalls }) => watchIncomingCalls()).catch(() => undefined);
}
