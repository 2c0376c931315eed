// Shows what web push brings while nobody looks at the workspace. Registered only where push is on.
const TEXTS = 'patchbay-push';
const SHOWN_MAX = 3;

/** The page leaves its language's texts here, since a worker has no page to ask. */
async function texts() {
  const cache = await caches.open(TEXTS);
  const kept = await cache.match('/push-texts');
  return kept === undefined ? {} : await kept.json();
}

function fill(text, values) {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** Of an SLA: what was promised and by which policy, which the detail holds in this order. */
function promiseOf({ type, detail }, metrics) {
  if (!String(type).startsWith('sla_')) return {};
  const [metric, ...policy] = String(detail).split(' ');
  return { metric: metrics[metric] ?? metric, policy: policy.join(' ') };
}

/** Where a click leads, as in the workspace's own list of notifications; null where there is nothing to open. */
function pathOf(notice) {
  if (notice.category === 'trade') return `/analyst_intelligence/${encodeURIComponent(notice.id)}`;
  const known = notice.channel === 'ticket' || notice.channel === 'livechat';
  return known && notice.ticket_number ? `/${notice.channel}/${encodeURIComponent(notice.ticket_number)}` : null;
}

/** How many this worker has shown since it was started. */
let count = 0;

async function show(notice) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // Whoever looks at the workspace has it on the screen already.
  if (windows.some((one) => one.focused)) return;
  const { kinds = {}, metrics = {}, view = 'View', close = 'Close' } = await texts().catch(() => ({}));
  const words = kinds[notice.type] ?? { title: notice.title, body: notice.body };
  const values = { ...notice, number: notice.ticket_number, ...promiseOf(notice, metrics) };
  const path = pathOf(notice);
  const actions = [{ action: 'close', title: close }];
  if (path !== null) actions.unshift({ action: 'view', title: view });
  await self.registration.showNotification(fill(words.title, values), {
    body: fill(words.body, values),
    tag: `patchbay-${notice.id}`,
    data: { path, nth: (count += 1) },
    actions,
  });
  const shown = await self.registration.getNotifications();
  // Cards of one moment are told apart by their count; a browser lists them in no order.
  shown.sort((a, b) => a.timestamp - b.timestamp || (a.data?.nth ?? 0) - (b.data?.nth ?? 0));
  for (const old of shown.slice(0, Math.max(0, shown.length - SHOWN_MAX))) old.close();
}

/** The showing under way: pushes come at once, and each must count the cards of the one before it. */
let showing = Promise.resolve();

self.addEventListener('push', (event) => {
  let notice = null;
  try {
    notice = event.data?.json() ?? null;
  } catch {
    return;
  }
  if (notice === null) return;
  showing = showing.catch(() => undefined).then(() => show(notice));
  event.waitUntil(showing);
});

async function open(path) {
  const [window] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (window === undefined) {
    await self.clients.openWindow(path ?? '/');
    return;
  }
  if (path !== null) window.postMessage({ type: 'open', path });
  await window.focus();
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  if (event.action !== 'close') event.waitUntil(open(event.notification.data?.path ?? null));
});
